import { isUtf8 } from 'node:buffer';
import { sql } from 'kysely';
import { shorten } from '../../lib/text/text.ts';
import { untyped } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { maxIndexedBytes } from '../database/too-long.ts';
import type { Table } from './tables.ts';

/** A text that PostgreSQL cannot store, with its table, row and column. */
export interface UnkeepableText {
  table: string;
  /** Key of the row that has the text. */
  id: string;
  column: string;
  why: string;
}

/**
 * Finds texts in a SQLite file that PostgreSQL cannot store: texts with U+0000, texts with invalid
 * UTF-8 such as lone surrogates, and texts too long for an index. Older services and other programs
 * may have written them. Escapes in JSON, such as `\u0000`, are not decoded.
 */
export async function* unkeepableTexts(
  db: Db,
  tables: readonly Table[],
): AsyncGenerator<UnkeepableText> {
  for (const table of tables) {
    const { name, key, texts } = table;
    // Texts are read as bytes, because reading them as text would replace invalid characters.
    const bytes = texts.map((column, n) => sql`cast(${sql.ref(column)} as blob)`.as(`text_${n}`));
    const ids = key.map((column, n) => sql`${sql.ref(column)}`.as(`id_${n}`));
    for await (const row of untyped(db)
      .selectFrom(name)
      .select([...ids, ...bytes])
      .stream()) {
      const found = new Map(texts.map((column, n) => [column, row[`text_${n}`]]));
      // The id is shortened, because it may itself be the text that is too long.
      const id = key.map((_, m) => shorten(String(row[`id_${m}`]), 60)).join(', ');
      for (const [column, why] of problemsOf(found, table)) yield { table: name, id, column, why };
    }
  }
}

/** Problems of a row's texts, by column. */
function problemsOf(texts: ReadonlyMap<string, unknown>, table: Table): Map<string, string> {
  const problems = new Map<string, string>();
  for (const columns of table.indexes) {
    const sizes = columns.map((column) => {
      const bytes = texts.get(column);
      return { column, size: bytes instanceof Uint8Array ? bytes.length : 0 };
    });
    const [longest] = sizes.toSorted((a, b) => b.size - a.size);
    const size = sizes.reduce((sum, one) => sum + one.size, 0);
    if (longest && size > maxIndexedBytes)
      problems.set(
        longest.column,
        `${longest.size} bytes, in an index that takes at most ${maxIndexedBytes} bytes per row`,
      );
  }
  for (const [column, bytes] of texts) {
    const why = problemOf(bytes);
    if (why !== undefined) problems.set(column, why);
  }
  return problems;
}

function problemOf(bytes: unknown): string | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  if (bytes.includes(0)) return 'U+0000';
  return isUtf8(bytes) ? undefined : 'a lone surrogate, or invalid bytes';
}
