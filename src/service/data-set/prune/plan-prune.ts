import { guardRemovals } from '../../../lib/removal-guard.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { Db } from '../../database/schema.ts';
import type { DataSet } from '../schema.ts';
import { stepsOf } from '../steps.ts';
import { ownersOf, type Prunable, type PrunableRow, prunables, rowsOf } from './prunable.ts';

/** What pruning does with the resources that are in the database but not in a data set. */
export interface PrunePlan {
  /** Time of the export, in UTC. Resources that were created or changed later are kept. */
  exported_at: string;
  removed: Map<Prunable, PrunableRow[]>;
  /** Resources that are not removed, because so many removals look like an accident. */
  withheld: Map<Prunable, PrunableRow[]>;
  /** Number of resources that are kept because they are newer than the export. */
  newer: Map<Prunable, number>;
}

/** Ids of the resources that are kept, by collection. */
type Staying = Map<Prunable, ReadonlySet<string>>;

/**
 * Plans the removals that `import --prune` makes. A project, label or contributor stays if a
 * resource that is kept refers to it. It also stays if nothing refers to it and the time of its
 * last change is unknown (written by an older Waymark), because it may be newer than the export.
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
 * The time of the export, in UTC.
 * @throws SettingsError if the data set's time of export is missing or in the future
 */
export function exportTimeOf({ exported_at }: DataSet, now: Date): string {
  if (exported_at !== undefined) {
    const time = toIsoUtc(exported_at);
    if (time <= now.toISOString()) return time;
    throw new SettingsError(
      `--prune cannot use this data set: its exported_at, ${exported_at}, is in the future. Leave out --prune, or set the clocks of both machines and export the workspace again.`,
    );
  }
  throw new SettingsError(
    '--prune cannot use this data set: it does not say when it was exported (exported_at), so newer data cannot be distinguished from removed data. Leave out --prune, or export the workspace again with this version.',
  );
}

/**
 * The rows to remove: no resource that is kept refers to them, and they cannot be newer than the
 * export.
 */
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

/** All ids in a data set by collection, including those of nested resources. */
function namedBy(data: DataSet): Map<string, ReadonlySet<string>> {
  const steps = Map.groupBy(stepsOf(data, []), ({ collection }) => collection);
  return new Map([...steps].map(([name, found]) => [name, new Set(found.map(({ id }) => id))]));
}
