import type { Records } from '../../client/endpoints.ts';

type Found = ReturnType<Records['byId']>;

/** Records that are asked for while their list is still being read; each is handed out once. */
export interface ReadAhead {
  start(id: string, source: string): void;
  /** The record asked for under this source, or a new question where there was none. */
  take(id: string, source: string | undefined): Found;
}

/** Waiting for a list to settle before the first record is asked for would cost seconds. */
export function createReadAhead(ask: (id: string) => Found): ReadAhead {
  const asked = new Map<string, Found>();
  return {
    start: (id, source) => {
      if (asked.has(source)) return;
      const found = ask(id);
      // Whoever takes it hears of the failure; a row that did not stay is taken by nobody.
      found.catch(() => {});
      asked.set(source, found);
    },
    take: (id, source) => {
      const found = source === undefined ? undefined : asked.get(source);
      if (source !== undefined) asked.delete(source);
      return found ?? ask(id);
    },
  };
}
