import { guardRemovals } from '../../../lib/removal-guard.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { Db } from '../../database/schema.ts';
import type { DataSet } from '../schema.ts';
import { stepsOf } from '../steps.ts';
import { ownersOf, type Prunable, type PrunableRow, prunables, rowsOf } from './prunable.ts';

/** The plan for resources that a data set lacks. */
export interface PrunePlan {
  /** Resources created or changed after this time (UTC) stay. */
  exported_at: string;
  removed: Map<Prunable, PrunableRow[]>;
  /** Removals that look accidental because there are many. They are not carried out. */
  withheld: Map<Prunable, PrunableRow[]>;
  /** Numbers of resources that stay because they are newer. */
  newer: Map<Prunable, number>;
}

/** Ids of the releases and milestones that stay. */
type Staying = Map<Prunable, ReadonlySet<string>>;

/**
 * Plans the removals before an import. Projects, labels and contributors go if nothing that stays
 * refers to them. Those of an older Waymark have no time, so unreferenced ones stay, because they
 * may be new.
 * @throws SettingsError if the export time is missing or in the future
 */
export async function planPrune(
  db: Db,
  data: DataSet,
  { allowMassDelete, now }: { allowMassDelete: boolean; now: Date },
): Promise<PrunePlan> {
  const plan: PrunePlan = {
    exported_at: exportTimeOf(data, now),
    removed: new Map(),
    withheld: new Map(),
    newer: new Map(),
  };
  const named = namedBy(data);
  const staying: Staying = new Map();
  for (const collection of prunables) {
    const rows = await rowsOf(db, collection);
    const newer = rows.filter(({ changed_at }) => changed_at >= plan.exported_at);
    const unnamed = rows.filter(({ id }) => named.get(collection)?.has(id) !== true);
    const older = without(unnamed, newer);
    const removable = await leftOver(db, collection, older, staying);
    const ids = removable.map(({ id }) => id);
    const { withheld } = guardRemovals(ids, rows.length, allowMassDelete);
    const isWithheld = withheld.length > 0;
    plan[isWithheld ? 'withheld' : 'removed'].set(collection, removable);
    plan.newer.set(collection, unnamed.length - older.length);
    const kept = isWithheld ? unnamed : without(unnamed, removable);
    staying.set(collection, new Set([...newer, ...kept].map(({ id }) => id)));
  }
  return plan;
}

/**
 * The export time, in UTC.
 * @throws SettingsError if it is missing, or in the future, when nothing would count as newer
 */
export function exportTimeOf({ exported_at }: DataSet, now: Date): string {
  if (exported_at !== undefined) {
    const time = toIsoUtc(exported_at);
    if (time <= now.toISOString()) return time;
    throw new SettingsError(
      `--prune cannot use this data set: its exported_at, ${exported_at}, is in the future. Leave out --prune, or export the workspace again and set the clocks of both machines.`,
    );
  }
  throw new SettingsError(
    '--prune cannot use this data set: it does not say when it was exported (exported_at), so newer data cannot be told from removed data. Leave out --prune, or export the workspace again with this version.',
  );
}

/** Rows that are not in use. */
async function leftOver(
  db: Db,
  collection: Prunable,
  rows: PrunableRow[],
  staying: Staying,
): Promise<PrunableRow[]> {
  const found: PrunableRow[] = [];
  for (const row of rows) {
    const owners = await ownersOf(db, collection, row.id);
    const isInUse = owners.some(({ from, id }) => staying.get(from)?.has(id));
    const mayBeNew = row.changed_at === '' && owners.length === 0;
    if (!isInUse && !mayBeNew) found.push(row);
  }
  return found;
}

function without(rows: readonly PrunableRow[], others: readonly PrunableRow[]): PrunableRow[] {
  const left = new Set(others);
  return rows.filter((row) => !left.has(row));
}

/** Ids in a data set, nested ones too. */
function namedBy(data: DataSet): Map<string, ReadonlySet<string>> {
  const steps = Map.groupBy(stepsOf(data, []), ({ collection }) => collection);
  return new Map([...steps].map(([name, found]) => [name, new Set(found.map(({ id }) => id))]));
}
