import type { Db } from '../database/schema.ts';
import { isLive, readRelease } from '../resources/releases/releases.ts';
import type { LazyFile } from './lazy-file.ts';
import type { DataSet } from './schema.ts';
import { collections } from './step.ts';
import { stepsOf } from './steps.ts';
import { refuseOther } from './workspace.ts';

export type ImportPlan = Awaited<ReturnType<typeof planImport>>;

/**
 * Plans an import. A missing database counts as empty.
 * @throws SettingsError if the database holds another workspace
 */
export async function planImport(
  db: Db | undefined,
  data: DataSet,
  { files, replace }: { files: LazyFile[]; replace: boolean },
) {
  if (db) await refuseOther(db, data.workspace);
  /** Number of resources for each collection and decision. */
  const counts = new Map(
    collections.map((name) => [name, { new: 0, changed: 0, same: 0, kept: 0 }]),
  );
  const changed = new Set<string>();
  for (const step of stepsOf(data, files)) {
    const decision = db ? await step.decide(db, replace) : 'new';
    const count = counts.get(step.collection);
    if (count) count[decision] += 1;
    if (step.collection === 'releases' && decision === 'changed') changed.add(step.id);
  }
  const mayGo = data.releases.filter((one) => changed.has(one.id) && !isLive(one));
  /** Titles of releases that readers can see now, but not after the import. */
  const takenBack: string[] = [];
  for (const { id, title } of mayGo) {
    const present = db && (await readRelease(db, id));
    if (present && isLive(present)) takenBack.push(title);
  }
  return { counts, takenBack };
}
