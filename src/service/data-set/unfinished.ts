import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';

const Unfinished = z.object({ source: z.string(), begun_at: z.string() });
type Unfinished = z.infer<typeof Unfinished>;

/** The imports that began and did not come to their end, oldest first; one may still be running. */
export function unfinishedImports(database: Database): Unfinished[] {
  return database.all(
    Unfinished,
    'SELECT source, begun_at FROM unfinished_import ORDER BY begun_at, source',
  );
}

/** Writes down that an import begins, in the transaction of its first write. */
export function beginImport(database: Database, source: string, now: Date): void {
  database.run(
    `INSERT INTO unfinished_import (source, begun_at) VALUES (:source, :now)
     ON CONFLICT (source) DO UPDATE SET begun_at = excluded.begun_at`,
    { source, now: now.toISOString() },
  );
}

/** Writes down that it came to its end, in the transaction of its last write. */
export function finishImport(database: Database, source: string): void {
  database.run('DELETE FROM unfinished_import WHERE source = :source', { source });
}
