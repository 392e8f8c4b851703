import { z } from 'zod';
import { fewOf } from '../../lib/text/text.ts';
import { midnightOf } from '../../model/api/rows.ts';
import { boundRow } from './bound-row.ts';

// Takes something of the API; gives it without the smallest parts of it that are wrong, and within
// bounds.
// What may be absent is dropped alone; what something needs takes that with it, such as the
// address of a link its attachment, and of a list never more than the item.
// Never drops a field that decides whether the whole is shown.

export type ParsedRow<Row> = ({ kind: 'row' } & GoodRow<Row>) | { kind: 'bad'; why: string };

/** A row without the parts of it that are wrong or too much. */
export interface GoodRow<Row> {
  row: Row;
  /** In words, for the report: what did not come as it should. */
  notes: string[];
}

type Path = readonly PropertyKey[];

/** @param vital fields without which the row is not shown, however it may be read otherwise */
export function parseRow<Row extends object>(
  schema: z.ZodType<Row>,
  value: unknown,
  vital: readonly string[],
): ParsedRow<Row> {
  let rest = value;
  let dropped: string[] = [];
  for (;;) {
    const parsed = schema.safeParse(rest);
    if (parsed.success) {
      const dated = datedIn(parsed.data, rest as Record<string, unknown>);
      const { row, notes } = boundRow(parsed.data);
      return { kind: 'row', row, notes: [...notesOn(dropped, dated), ...notes] };
    }
    const { issues } = parsed.error;
    const isFatal = (path: Path) => path.length === 0 || vital.includes(String(path[0]));
    const fatal = issues.filter(({ path }) => isFatal(droppable(rest, path)));
    if (fatal.length > 0) return { kind: 'bad', why: inWords(fatal).join('; ') };
    // What comes up later only follows from what was dropped.
    if (rest === value) dropped = inWords(issues);
    rest = without(
      rest,
      issues.map(({ path }) => droppable(rest, path)),
    );
  }
}

/** @param dated fields with a date without a time, which became midnight in UTC */
function notesOn(dropped: readonly string[], dated: readonly string[]): string[] {
  return [
    ...(dropped.length > 0 ? [`left out what is wrong in it (${dropped.join('; ')})`] : []),
    ...(dated.length > 0
      ? [`took midnight in UTC where a date has no time (${dated.join(', ')})`]
      : []),
  ];
}

function datedIn(row: object, input: Record<string, unknown>): string[] {
  const fields = Object.entries(row);
  return fields.flatMap(([name, one]) => (one === midnightOf(String(input[name])) ? [name] : []));
}

/** The part at a path, or what it is missing from: where nothing stands nothing can be dropped. */
function droppable(value: unknown, path: Path): Path {
  const isItem = typeof path.at(-1) === 'number';
  return isItem || path.length === 0 || isThere(value, path) ? path : path.slice(0, -1);
}

function isThere(value: unknown, path: Path): boolean {
  const at = path.reduce((one, key) => (one as Record<PropertyKey, unknown>)?.[key], value);
  return at !== null && at !== undefined;
}

/** A value without some of its parts, however many they are: items of lists go, and fields become null. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const byKey = Map.groupBy(paths, ([key]) => key);
  const goes = (key: PropertyKey) => byKey.get(key)?.some(({ length }) => length === 1) === true;
  const kept = (one: unknown, key: PropertyKey) => {
    const below = byKey.get(key)?.map((path) => path.slice(1));
    return below ? without(one, below) : one;
  };
  if (Array.isArray(value))
    return value.flatMap((one, index) => (goes(index) ? [] : [kept(one, index)]));
  const fields = Object.entries(value as object);
  return Object.fromEntries(fields.map(([key, one]) => [key, goes(key) ? null : kept(one, key)]));
}

/** Each wrong part once, by its first fault. */
function inWords(issues: readonly z.core.$ZodIssue[]): string[] {
  const byPath = new Map<string, string>();
  for (const { path, message } of issues.toReversed())
    byPath.set(z.core.toDotPath(path) || 'row', message);
  return fewOf([...byPath].reverse().map(([path, message]) => `${path}: ${message}`));
}
