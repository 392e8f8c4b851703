import { isUtf8 } from 'node:buffer';
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { untyped } from '../database/untyped.ts';
import type { Table } from './tables.ts';

/** A text that PostgreSQL has no room for, and where it stands. */
export interface UnkeepableText {
  table: string;
  /** What its row is known by. */
  id: string;
  column: string;
  why: string;
}

/**
 * The texts of a SQLite file that hold U+0000, or bytes that are no characters, as half of one (a
 * lone surrogate) is: older services took them, and other programs may have written them. What JSON
 * writes with an escape is plain text here, and kept as it is by every engine.
 */
export async function* unkeepableTexts(
  db: Db,
  tables: readonly Table[],
): AsyncGenerator<UnkeepableText> {
  for (const { name: table, key, texts } of tables) {
    // As bytes: read as a text, it would have been mended already.
    const bytes = texts.map((column, n) => sql`cast(${sql.ref(column)} as blob)`.as(`text_${n}`));
    const ids = key.map((column, n) => sql`${sql.ref(column)}`.as(`id_${n}`));
    for await (const row of untyped(db)
      .selectFrom(table)
      .select([...ids, ...bytes])
      .stream())
      for (const [n, column] of texts.entries()) {
        const why = problemOf(row[`text_${n}`]);
        const id = key.map((_, m) => row[`id_${m}`]).join(', ');
        if (why !== undefined) yield { table, id, column, why };
      }
  }
}

function problemOf(bytes: unknown): string | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  if (bytes.includes(0)) return 'U+0000';
  return isUtf8(bytes) ? undefined : 'half a character, or bytes that are none';
}
