import type { z } from 'zod';
import { UnreadableRow } from '../../client/walk.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { type GoodRow, parseRow } from './parse-row.ts';

/** How rows of one kind are read. */
export interface RowKind<Row> {
  name: string;
  schema: z.ZodType<Row>;
  /** Fields that decide whether a row is shown: with one of them wrong it is no row. */
  vital: readonly string[];
}

/** A row that breaks a rule the site needs: left out and named. */
export interface Quarantined {
  collection: string;
  /** As far as the row tells, like its title; that of a private row is nobody's business. */
  id: string | null;
  title: string | null;
  why: string;
  /** The row says itself that it is not public. */
  isPrivate: boolean;
}

export interface ParsedRows<Row> {
  good: GoodRow<Row>[];
  bad: Quarantined[];
  /** Of what stands in a list and is too large to be read, so that nobody knows what it is. */
  unread: Quarantined[];
}

/** Parses each row on its own, so that one bad row never sinks the rest. */
export function parseRows<Row extends object>(
  kind: RowKind<Row>,
  rows: unknown[],
): ParsedRows<Row> {
  const judged: ParsedRows<Row> = { good: [], bad: [], unread: [] };
  for (const row of rows) {
    if (row instanceof UnreadableRow) {
      judged.unread.push(quarantineUnread(kind.name, row));
      continue;
    }
    const parsed = parseRow(kind.schema, row, kind.vital);
    if (parsed.kind === 'row') judged.good.push(parsed);
    else judged.bad.push(quarantine(kind.name, row, parsed.why));
  }
  return judged;
}

/** Nobody knows what it is. */
export function quarantineUnread(collection: string, { why, id }: UnreadableRow): Quarantined {
  return quarantine(collection, id === undefined ? undefined : { id }, oneLine(why));
}

/** @param row as far as it can be read */
export function quarantine(collection: string, row: unknown, why: string): Quarantined {
  const fields = (row ?? {}) as Record<string, unknown>;
  const { id, title, is_public = true, status = 'RELEASED' } = fields;
  // What is absent was only left out; what is there has to say "public" to count as public.
  const isPrivate = is_public !== true || (collection === 'releases' && status !== 'RELEASED');
  return {
    collection,
    id: typeof id === 'string' ? id : null,
    title: typeof title === 'string' && !isPrivate ? shorten(oneLine(title), 120) : null,
    why,
    isPrivate,
  };
}
