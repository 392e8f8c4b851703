import { z } from 'zod';
import { UnreadableRow } from '../../../client/walk.ts';
import { fewOf, oneLine, shorten } from '../../../lib/text/text.ts';
import { midnightOf } from '../../../model/api/rows.ts';
import { boundRow } from './bound-row.ts';

/** A kind of rows, such as releases, and how to parse them. */
export interface RowKind<Row> {
  name: string;
  schema: z.ZodType<Row>;
  /** Fields that decide whether a row is public. If one of them is invalid, the row is rejected. */
  vital: readonly string[];
}

/** A row that was left out because it breaks a rule of the schema. */
export interface Quarantined {
  collection: string;
  /** Null if the row has no id. `title` is null if the row has no title or is private. */
  id: string | null;
  title: string | null;
  why: string;
  /** Whether a field of the row says that it is not public. */
  isPrivate: boolean;
}

export type UsableRow<Row> =
  | { good: GoodRow<Row>; bad?: undefined }
  | { good?: undefined; bad: Quarantined };

/** Describes a row that could not be read, for example because it is too large. */
export function quarantineUnread(collection: string, { why, id }: UnreadableRow): Quarantined {
  return quarantine(collection, id === undefined ? undefined : { id }, oneLine(why));
}

/** Describes a rejected row for the report. @param row as much of the row as could be read */
export function quarantine(collection: string, row: unknown, why: string): Quarantined {
  const fields = (row ?? {}) as Record<string, unknown>;
  const { id, title, is_public = true, status = 'RELEASED' } = fields;
  // Lists may omit these fields, so a missing field counts as public.
  const isPrivate = is_public !== true || (collection === 'releases' && status !== 'RELEASED');
  return {
    collection,
    id: typeof id === 'string' ? id : null,
    title: typeof title === 'string' && !isPrivate ? shorten(oneLine(title), 120) : null,
    why,
    isPrivate,
  };
}

// Parses a row from the API and drops its invalid parts. If a required part is missing or invalid,
// its parent is dropped: for example, an attachment without an address. A list loses only the
// invalid item. An invalid field that decides whether the row is public rejects the row.

/** A row without its invalid or oversized parts. */
export interface GoodRow<Row> {
  row: Row;
  /** Dropped and changed parts, as messages for the report. */
  notes: string[];
}

type Path = readonly PropertyKey[];

/** Parses a row, and describes it for the report if it cannot be used. */
export function parseRow<Row extends object>(
  { name, schema, vital }: RowKind<Row>,
  value: unknown,
): UsableRow<Row> {
  if (value instanceof UnreadableRow) return { bad: quarantineUnread(name, value) };
  let rest = value;
  let dropped: string[] = [];
  for (;;) {
    const parsed = schema.safeParse(rest);
    if (parsed.success) {
      const dated = listDated(parsed.data, rest as Record<string, unknown>);
      const { row, notes } = boundRow(parsed.data);
      if (dated.length > 0)
        notes.unshift(`used midnight UTC for dates without a time (${dated.join(', ')})`);
      if (dropped.length > 0) notes.unshift(`left out invalid parts (${dropped.join('; ')})`);
      return { good: { row, notes } };
    }
    const { issues } = parsed.error;
    const isFatal = (path: Path) => path.length === 0 || vital.includes(String(path[0]));
    const fatal = issues.filter(({ path }) => isFatal(toDroppable(rest, path)));
    if (fatal.length > 0) return { bad: quarantine(name, value, describeIssues(fatal).join('; ')) };
    // Only the issues of the first round are reported, because later issues result from dropped
    // parts.
    if (rest === value) dropped = describeIssues(issues);
    rest = removeParts(
      rest,
      issues.map(({ path }) => toDroppable(rest, path)),
    );
  }
}

/** Fields whose date had no time, so that midnight UTC was used. */
function listDated(row: object, input: Record<string, unknown>): string[] {
  const fields = Object.entries(row);
  return fields.flatMap(([name, one]) => (one === midnightOf(String(input[name])) ? [name] : []));
}

/**
 * Path of the part to drop because of an issue at `path`. If no value is at `path`, the parent is
 * dropped.
 */
function toDroppable(value: unknown, path: Path): Path {
  const isItem = typeof path.at(-1) === 'number';
  return isItem || path.length === 0 || isThere(value, path) ? path : path.slice(0, -1);
}

function isThere(value: unknown, path: Path): boolean {
  const at = path.reduce((one, key) => (one as Record<PropertyKey, unknown>)?.[key], value);
  return at !== null && at !== undefined;
}

/** Removes the parts at these paths: items of lists disappear, and fields become null. */
function removeParts(value: unknown, paths: readonly Path[]): unknown {
  const byKey = Map.groupBy(paths, ([key]) => key);
  const isRemoved = (key: PropertyKey) =>
    byKey.get(key)?.some(({ length }) => length === 1) === true;
  const reduce = (one: unknown, key: PropertyKey) => {
    const below = byKey.get(key)?.map((path) => path.slice(1));
    return below ? removeParts(one, below) : one;
  };
  if (Array.isArray(value))
    return value.flatMap((one, index) => (isRemoved(index) ? [] : [reduce(one, index)]));
  const fields = Object.entries(value as object);
  return Object.fromEntries(
    fields.map(([key, one]) => [key, isRemoved(key) ? null : reduce(one, key)]),
  );
}

/** Describes the first issue of each invalid part. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  const byPath = new Map<string, string>();
  for (const { path, message } of issues.toReversed())
    byPath.set(z.core.toDotPath(path) || 'row', message);
  return fewOf([...byPath].reverse().map(([path, message]) => `${path}: ${message}`));
}
