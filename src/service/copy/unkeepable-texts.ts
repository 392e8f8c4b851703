import { isUtf8 } from 'node:buffer';
import { sql } from 'kysely';
import { shorten } from '../../lib/text/text.ts';
import { untyped } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { maxIndexedBytes } from '../database/too-long.ts';
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
 * writes with an escape is plain text here, and kept as it is by every engine. And those that are
 * too long for an index, in which SQLite has room for anything.
 */
export async function* unkeepableTexts(
  db: Db,
  tables: readonly Table[],
): AsyncGenerator<UnkeepableText> {
  for (const table of tables) {
    const { name, key, texts } = table;
    // As bytes: read as a text, it would have been mended already.
    const bytes = texts.map((column, n) => sql`cast(${sql.ref(column)} as blob)`.as(`text_${n}`));
    const ids = key.map((column, n) => sql`${sql.ref(column)}`.as(`id_${n}`));
    for await (const row of untyped(db)
      .selectFrom(name)
      .select([...ids, ...bytes])
      .stream()) {
      const found = new Map(texts.map((column, n) => [column, row[`text_${n}`]]));
      // An id may be what is too long.
      const id = key.map((_, m) => shorten(String(row[`id_${m}`]), 60)).join(', ');
      for (const [column, why] of problemsOf(found, table)) yield { table: name, id, column, why };
    }
  }
}

/** By their columns, what is wrong with the texts of a row. */
function problemsOf(texts: ReadonlyMap<string, unknown>, table: Table): Map<string, string> {
  const problems = new Map<string, string>();
  for (const columns of table.indexes) {
    const sizes = columns.map((column) => ({ column, size: sizeOf(texts.get(column)) }));
    const [longest] = sizes.toSorted((a, b) => b.size - a.size);
    const size = sizes.reduce((sum, one) => sum + one.size, 0);
    if (longest && size > maxIndexedBytes)
      problems.set(
        longest.column,
        `${longest.size} bytes, in an index that has room for ${maxIndexedBytes} of a row`,
      );
  }
  for (const [column, bytes] of texts) {
    const why = problemOf(bytes);
    if (why !== undefined) problems.set(column, why);
  }
  return problems;
}

function sizeOf(bytes: unknown): number {
  return bytes instanceof Uint8Array ? bytes.length : 0;
}

function problemOf(bytes: unknown): string | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  if (bytes.includes(0)) return 'U+0000';
  return isUtf8(bytes) ? undefined : 'half a character, or bytes that are none';
}
