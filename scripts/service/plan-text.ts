import type { ImportPlan } from '../../src/service/data-set/plan.ts';
import type { DataSetCollection, ImportDecision } from '../../src/service/data-set/step.ts';
import { some } from './with-database.ts';

const words = {
  new: 'new',
  changed: 'changed',
  same: 'unchanged',
  kept: 'newer here and kept',
} as const satisfies Record<ImportDecision, string>;

/** The plan of an import for a terminal: a line for each kind of thing that it brings. */
export function planText(
  { counts, takenBack }: ImportPlan,
  { path, file, dryRun }: { path: string; file: string; dryRun: boolean },
): string {
  const lines = [...counts].flatMap(([collection, count]) => {
    const told = Object.entries(words).filter(
      ([decision]) => count[decision as ImportDecision] > 0,
    );
    if (told.length === 0) return [];
    const parts = told.map(([decision, word]) => `${count[decision as ImportDecision]} ${word}`);
    return [`  ${collection}: ${parts.join(', ')}`];
  });
  const isKept = [...counts.values()].some(({ kept }) => kept > 0);
  return [
    `${dryRun ? 'Would import' : 'Importing'} ${path} into ${file}:`,
    ...lines,
    ...(isKept ? ['  (--replace also overwrites these)'] : []),
    ...(takenBack.length > 0 ? [`  ! no longer live afterwards: ${some(takenBack)}`] : []),
  ].join('\n');
}

/** What an import did, by how many things of each kind it wrote. */
export function doneText(written: ReadonlyMap<DataSetCollection, number>): string {
  const { releases = 0, milestones = 0, ...rest } = Object.fromEntries(written);
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries({ releases, milestones, 'other things': others })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  return parts.length > 0
    ? `Imported ${parts.join(', ')}.`
    : 'Nothing to import: everything is here already, or newer.';
}
