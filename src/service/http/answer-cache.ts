import { LRUCache } from 'lru-cache';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bodies of answers that are true until the next write to the database, by what was asked. */
interface Answers {
  get(question: string): Bytes | undefined;
  set(question: string, body: Bytes): void;
}

/**
 * Gives the answers that are true now. Ask before working one out and keep what it gave: after a
 * write, of this process or of another one, what is older is neither given nor kept.
 */
export type AnswerCache = () => Answers;

interface Bounds {
  /** Of bodies and questions, together with about what keeping each of them takes. */
  bytes: number;
  entries: number;
}

/**
 * Keeps so much and no more; what was not asked for the longest leaves first.
 * @param versionNow another text after every write to the database
 */
export function createAnswerCache(
  versionNow: () => string,
  { bytes, entries }: Bounds,
): AnswerCache {
  const bodies = new LRUCache<string, Bytes>({ max: entries, maxSize: bytes, sizeCalculation });
  let current = '';
  return () => {
    const version = versionNow();
    if (version !== current) bodies.clear();
    current = version;
    return {
      get: (question) => bodies.get(question),
      set(question, body) {
        if (version === current) bodies.set(question, body);
      },
    };
  };
}

/** What an entry takes besides its text and its bytes. */
const overhead = 256;

function sizeCalculation(body: Bytes, question: string): number {
  // A character takes up to two bytes.
  return body.byteLength + 2 * question.length + overhead;
}
