import { z } from 'zod';
import type { Database } from './database.ts';

/**
 * Keeps what `make` gives for as long as the database is the same, and makes it anew after any
 * write, of this process or of another one.
 */
export function freshAfterWrites<T>(database: Database, make: () => T): () => T {
  let kept: { seen: string; value: T } | undefined;
  return () => {
    const seen = stateOf(database);
    if (kept?.seen !== seen) kept = { seen, value: make() };
    return kept.value;
  };
}

const Foreign = z.object({ data_version: z.number() });
const Own = z.object({ changes: z.number() });

function stateOf(database: Database): string {
  // The first moves when another connection commits, the second when this one writes.
  const foreign = database.get(Foreign, 'PRAGMA data_version');
  const own = database.get(Own, 'SELECT total_changes() AS changes');
  return `${foreign?.data_version} ${own?.changes}`;
}
