import { guardRemovals } from '../../../lib/removal-guard.ts';
import { toIsoUtc } from '../../../lib/time/to-iso-utc.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { Db } from '../../database/schema.ts';
import type { DataSet } from '../schema.ts';
import { stepsOf } from '../steps.ts';
import { type Prunable, type PrunableRow, prunables, rowsOf } from './prunable.ts';
import { isReferredTo } from './references.ts';

/** What is to become of what a data set does not name. */
export interface PrunePlan {
  /** What was created or changed from then on stays, in UTC. */
  exported_at: string;
  removed: Map<Prunable, PrunableRow[]>;
  /** What would be removed, did it not look like an accident. */
  withheld: Map<Prunable, PrunableRow[]>;
  /** How many stay as they are newer than the export. */
  newer: Map<Prunable, number>;
}

/**
 * Works out what is to be removed, before anything of a data set is imported. Of what has no time,
 * projects, labels and contributors, those go that nothing refers to any more.
 * @throws SettingsError when the data set does not say when it was exported
 */
export async function planPrune(
  db: Db,
  data: DataSet,
  { allowMassDelete }: { allowMassDelete: boolean },
): Promise<PrunePlan> {
  const plan = emptyPlan(data);
  const named = namedBy(data);
  const gone = new Map<Prunable, ReadonlySet<string>>();
  const isNamed = (collection: Prunable, id: string) => named.get(collection)?.has(id) === true;
  for (const collection of prunables) {
    const rows = await rowsOf(db, collection);
    const unnamed = rows.filter(({ id }) => !isNamed(collection, id));
    const older = unnamed.filter(({ changed_at }) => changed_at < plan.exported_at);
    // What the data set names refers to what that says.
    const isLeft = (from: Prunable, owner: string) =>
      !isNamed(from, owner) && gone.get(from)?.has(owner) !== true;
    const removable: PrunableRow[] = [];
    for (const row of older)
      if (!(await isReferredTo(db, collection, row.id, isLeft))) removable.push(row);
    const ids = removable.map(({ id }) => id);
    const { removed, withheld } = guardRemovals(ids, rows.length, allowMassDelete);
    gone.set(collection, new Set(removed));
    plan[withheld.length > 0 ? 'withheld' : 'removed'].set(collection, removable);
    plan.newer.set(collection, unnamed.length - older.length);
  }
  return plan;
}

function emptyPlan({ exported_at }: DataSet): PrunePlan {
  if (exported_at === undefined)
    throw new SettingsError(
      'The data set does not say when it was exported (exported_at), so that nothing newer could be told from what it left out. Leave out --prune, or export the workspace anew.',
    );
  const [removed, withheld, newer] = [new Map(), new Map(), new Map()];
  return { exported_at: toIsoUtc(exported_at), removed, withheld, newer };
}

/** The ids of what a data set names, be it only inside something else. */
function namedBy(data: DataSet): Map<string, ReadonlySet<string>> {
  const steps = Map.groupBy(stepsOf(data, []), ({ collection }) => collection);
  return new Map([...steps].map(([name, found]) => [name, new Set(found.map(({ id }) => id))]));
}
