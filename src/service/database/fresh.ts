import type { Database } from '../../lib/database/database.ts';

/**
 * Keeps what `make` gives for as long as the database is the same, and makes it anew after any
 * write, of this process or of another one.
 */
export function freshAfterWrites<T>(database: Database, make: () => T): () => T {
  let kept: { version: string; value: T } | undefined;
  return () => {
    const version = database.version();
    if (kept?.version !== version) kept = { version, value: make() };
    return kept.value;
  };
}
