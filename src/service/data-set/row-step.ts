import type { SQLOutputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database, Values } from '../../lib/database/database.ts';
import { type JoinTable, linkedIds, replaceLinks } from '../database/link.ts';
import { upsert } from '../database/upsert.ts';
import type { ImportDecision, Step } from './step.ts';

type Row = Values & { id: string };

interface RowStep {
  collection: Step['collection'];
  table: string;
  /** About how much it writes, in bytes. */
  bytes?: number;
  id: string;
  /** What its table is to hold; it may depend on what that holds now. */
  toRow: (database: Database) => Row;
  /** What it is linked to, in its order, by the table that links them. */
  links?: Partial<Record<JoinTable, readonly { id: string }[]>>;
}

/** A row of a table, and what it is linked to. Its `updated_at`, where it has one, is its age. */
export function rowStep({ collection, table, bytes = 0, id, toRow, links = {} }: RowStep): Step {
  const linked = Object.entries(links) as [JoinTable, readonly { id: string }[]][];
  return {
    collection,
    id,
    bytes,
    decide(database, replace) {
      const row = toRow(database);
      const present = readRow(database, table, row);
      if (!present) return 'new';
      if (isDeepStrictEqual(present, row) && linked.every(isLinked(database, id))) return 'same';
      return replace ? 'changed' : byAge(present, row);
    },
    write(database) {
      upsert(database, table, toRow(database));
      for (const [join, targets] of linked) replaceLinks(database, join, id, targets);
    },
  };
}

/** What is newer here stays. Of the same age, what a data set says holds: it may be edited. */
function byAge(present: Record<string, unknown>, { updated_at }: Row): ImportDecision {
  return String(present.updated_at ?? '') > String(updated_at ?? '') ? 'kept' : 'changed';
}

const Raw = z.record(z.string(), z.custom<SQLOutputValue>());

/** The columns that a row names, as they are. */
function readRow(database: Database, table: string, row: Row) {
  const sql = `SELECT ${Object.keys(row).join(', ')} FROM ${table} WHERE id = :id`;
  const found = database.get(Raw, sql, { id: row.id });
  return found && { ...found };
}

function isLinked(database: Database, id: string) {
  return ([join, targets]: [JoinTable, readonly { id: string }[]]) =>
    isDeepStrictEqual(linkedIds(database, join, id), [...new Set(targets.map((one) => one.id))]);
}
