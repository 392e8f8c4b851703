import type { AnyOf } from './ids.ts';

interface Link {
  /** The filter's name, and of the value that holds the ids as JSON. */
  filter: string;
  /** The table whose rows are listed, and its index in the list's order that holds `bits`. */
  owner: { table: string; index: string; bits: string };
  /** What links them to others: a table with a column for each of both. */
  link: { table: string; owner: string; column: string };
  /** The table of the others, each of which has one `bit`. */
  of: string;
}

/**
 * A filter that lets rows through which are linked to any of some others. Whether a row may be is
 * told by its bits, one for each other row that it is linked to, as far as there are bits enough:
 * where no two of them share one, that settles it.
 */
export function linkFilter({ filter, owner, link, of }: Link): {
  condition: string;
  anyOf: AnyOf;
} {
  const asked = `SELECT value FROM json_each(:${filter})`;
  // With the plus, a row's few links are looked at rather than looked up for each id.
  const condition = `EXISTS (SELECT 1 FROM ${link.table} AS x
    WHERE x.${link.owner} = ${owner.table}.id AND +x.${link.column} IN (${asked}))`;
  const mask = `(SELECT sum(DISTINCT bit) FROM ${of} WHERE id IN (${asked}))`;
  const isExact = `(SELECT count(*) FROM ${of} WHERE bit & ${mask}) = json_array_length(:${filter})`;
  const walk = {
    from: `${owner.table} INDEXED BY ${owner.index}`,
    condition: `${owner.bits} & ${mask} AND (${isExact} OR ${condition})`,
  };
  return { condition, anyOf: { filter, column: link.column, of, walk } };
}
