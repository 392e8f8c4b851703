import type { Database } from '../../lib/database/database.ts';
import { freshAfterWrites } from '../database/fresh.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bodies of answers that are true until the next write to the database, by what was asked. */
interface Answers {
  get(question: string): Bytes | undefined;
  set(question: string, body: Bytes): void;
}

/**
 * Gives the answers that are true now. Ask before working one out and keep what it gave: what
 * another process writes meanwhile begins a new set, which must not be given what is older.
 */
export type AnswerCache = () => Answers;

/** Keeps up to so many bytes; the oldest answers leave first. */
export function createAnswerCache(database: Database, mostBytes: number): AnswerCache {
  return freshAfterWrites(database, () => createAnswers(mostBytes));
}

function createAnswers(mostBytes: number): Answers {
  const bodies = new Map<string, Bytes>();
  let size = 0;
  return {
    get: (question) => bodies.get(question),
    set(question, body) {
      bodies.set(question, body);
      size += body.byteLength;
      for (const [oldest, { byteLength }] of bodies) {
        if (size <= mostBytes) break;
        bodies.delete(oldest);
        size -= byteLength;
      }
    },
  };
}
