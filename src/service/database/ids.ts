export type FilterValue = string | number | boolean | string[] | undefined;
export type Filters = Record<string, FilterValue>;

/** What a list can be narrowed by, and how its ids are found in its order. */
export interface IdListing {
  table: string;
  /** What the list is ordered by, before `id` as the last word. */
  by: 'created_at DESC' | 'name';
  /** A filter's name, and the condition that it puts on a row. */
  conditions: Readonly<Record<string, string>>;
  /** Indexes that have what filters let through in the list's order: the first that fits is used. */
  ways?: readonly Way[];
}

interface Way {
  /** Used where all of these are set. */
  filters: readonly string[];
  /** Whether so little fits that it is looked through each time. */
  isShort?: boolean;
  /** A table that has the list's columns, `INDEXED BY` an index that begins with the filters'. */
  from: string;
  /** The list's id in it, where it is not `id`. */
  id?: string;
  /** For a filter that has several values: itself, and the column that holds one of them. */
  anyOf?: AnyOf;
  /** What stands between the filter and the order in the index, as SQL with every value it has. */
  spread?: Readonly<Record<string, readonly string[]>>;
}

export interface AnyOf {
  filter: string;
  column: string;
  /** The table whose ids the values are. */
  of: string;
  /** The whole list in its order, and what tells of each row whether it has one of the values. */
  walk: { from: string; condition: string };
}

/** A place in a list: what its row there is ordered by, and that row's id. */
export interface Cursor {
  /** How many rows stand before it. */
  offset: number;
  key: string;
  id: string;
}

/** The filter with several values for each of which ids are looked up; undefined where none is. */
export function lookedUpBy(list: IdListing, filters: Filters): AnyOf | undefined {
  return wayFor(list, filters)?.anyOf;
}

/**
 * Whether what the filters let through stands in one piece in an index, in the list's order: a page
 * of it is found as fast as one of the list without filters.
 */
export function isOneRange(list: IdListing, filters: Filters): boolean {
  const way = wayFor(list, filters);
  const { anyOf, spread = {}, isShort } = way ?? {};
  if (isShort) return true;
  const isSet = (name: string) => filters[name] !== undefined;
  const values = anyOf ? [filters[anyOf.filter]].flat() : [];
  const inIndex = [...(way?.filters ?? []), ...Object.keys(spread)];
  return (
    values.length < 2 &&
    Object.keys(spread).every(isSet) &&
    Object.keys(list.conditions)
      .filter(isSet)
      .every((name) => inIndex.includes(name))
  );
}

/**
 * The ids that all set filters let through, and what they are ordered by: a statement to which
 * `ORDER BY`, `LIMIT` and `OFFSET` belong, and the names of the values that it takes.
 *
 * Where an index has the rows in several parts, each of them in order, SQLite merges the parts as
 * far as the page goes. To sort all of what a filter lets through would cost the more the more
 * there is. The merge in turn costs the more the more values there are; `isCommon` says that many
 * rows have one of them, and that rows are better looked at one by one.
 *
 * With `isFromCursor`, what stands before `:cursor_key` and `:cursor_id` is left out.
 */
export function idsOf(
  list: IdListing,
  filters: Filters,
  { isCommon = false, isFromCursor = false } = {},
): { ids: string; used: string[] } {
  const used = Object.keys(list.conditions).filter((name) => filters[name] !== undefined);
  const isSet = (name: string) => used.includes(name);
  const found = wayFor(list, filters);
  const walk = isCommon ? found?.anyOf : undefined;
  const way: Way = (!walk && found) || { filters: [], from: walk?.walk.from ?? list.table };
  const { anyOf, spread = {} } = way;
  const fixed = used
    .filter((name) => name !== anyOf?.filter)
    .map((name) => conditionOf(list, name, walk));
  if (isFromCursor) fixed.push(fromCursor(list, way));
  const parts = [
    ...(anyOf ? [eachOf(anyOf, filters)] : []),
    ...Object.entries(spread)
      .filter(([name]) => !isSet(name))
      .map(([name, values]) => values.map((value) => `${name} = ${value}`)),
  ];
  const streams = combinations(parts).map((chosen) => stream(list, way, [...fixed, ...chosen]));
  // Only a row that has several of the values is in several parts.
  return { ids: streams.join(anyOf ? ' UNION ' : ' UNION ALL '), used };
}

/** The condition of a filter, where rows are looked at one by one. */
export function conditionOf({ conditions }: IdListing, name: string, anyOf?: AnyOf): string {
  return (name === anyOf?.filter ? anyOf.walk.condition : conditions[name]) ?? '';
}

function wayFor(list: IdListing, filters: Filters): Way | undefined {
  const isSet = (name: string) => filters[name] !== undefined;
  return list.ways?.find((one) => one.filters.every(isSet));
}

function eachOf({ filter, column }: AnyOf, filters: Filters): string[] {
  const values = [filters[filter]].flat();
  return values.map((_, n) => `${column} = json_extract(:${filter}, '$[${n}]')`);
}

/** One of each, in all ways to choose. */
function combinations(parts: readonly (readonly string[])[]): string[][] {
  return parts.reduce<string[][]>(
    (chosen, part) => chosen.flatMap((before) => part.map((one) => [...before, one])),
    [[]],
  );
}

/** Put so that SQLite begins to read an index there. */
function fromCursor({ by }: IdListing, { id = 'id' }: Pick<Way, 'id'>): string {
  const [column, order] = by.split(' ');
  const after = order === 'DESC' ? '<' : '>';
  return `${column} ${after}= :cursor_key AND (${column} ${after} :cursor_key OR ${id} >= :cursor_id)`;
}

function stream({ by }: IdListing, { from, id = 'id' }: Way, conditions: string[]): string {
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  return `SELECT ${by.split(' ')[0]}, ${id} AS id FROM ${from}${where}`;
}
