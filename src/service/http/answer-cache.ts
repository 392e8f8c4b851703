import { LRUCache } from 'lru-cache';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A cache of answers. The key of an answer is the question, a text that identifies the call.
 * Answers from before the last write to the database, by any process, are neither returned nor
 * stored.
 */
export type AnswerCache = ReturnType<typeof createAnswerCache>;

/**
 * Creates a cache that evicts the least recently used answers first.
 * @param versionNow returns a text that differs after every write to the database
 * @param max limits; `bytes` counts bodies, questions, and an overhead for each entry
 */
export function createAnswerCache(
  versionNow: () => string,
  max: { bytes: number; entries: number },
) {
  const bodies = new LRUCache<string, Bytes>({
    max: max.entries,
    maxSize: max.bytes,
    // A character of the question takes up to two bytes.
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

/** Bytes that an entry takes besides its question and body. */
const overhead = 256;
