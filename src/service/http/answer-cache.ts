import { LRUCache } from 'lru-cache';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Caches answers by question. Call it before computing an answer, then set the result: answers
 * older than the last write, by any process, are neither returned nor stored.
 */
export type AnswerCache = ReturnType<typeof createAnswerCache>;

/**
 * Evicts the least recently used answers first.
 * @param versionNow another text after every write to the database
 * @param max `bytes` counts bodies and questions, and an overhead for each
 */
export function createAnswerCache(
  versionNow: () => string,
  max: { bytes: number; entries: number },
) {
  const bodies = new LRUCache<string, Bytes>({
    max: max.entries,
    maxSize: max.bytes,
    // A character takes up to two bytes.
    sizeCalculation: (body, question) => body.byteLength + 2 * question.length + overhead,
  });
  let current = '';
  return () => {
    const version = versionNow();
    if (version !== current) bodies.clear();
    current = version;
    return {
      get: (question: string) => bodies.get(question),
      set(question: string, body: Bytes): void {
        if (version === current) bodies.set(question, body);
      },
    };
  };
}

/** Bytes that an entry takes besides its texts. */
const overhead = 256;
