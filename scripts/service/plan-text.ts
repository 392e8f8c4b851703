import type { ImportPlan } from '../../src/service/data-set/plan.ts';
import type { PrunePlan } from '../../src/service/data-set/prune/plan-prune.ts';
import type { Prunable } from '../../src/service/data-set/prune/prunable.ts';
import type { DataSetCollection, ImportDecision } from '../../src/service/data-set/step.ts';
import { listFirst } from './with-database.ts';

const words = {
  new: 'new',
  changed: 'changed',
  same: 'unchanged',
  kept: 'newer here, kept',
} as const satisfies Record<ImportDecision, string>;
const decisions = Object.keys(words) as ImportDecision[];

/** Describes the plan of an import: one line per kind of resource. */
export function describePlan(
  { counts, takenBack }: ImportPlan,
  { path, file, dryRun }: { path: string; file: string; dryRun: boolean },
): string {
  const lines = [...counts].flatMap(([collection, count]) => {
    const parts = decisions.flatMap((one) =>
      count[one] > 0 ? [`${count[one]} ${words[one]}`] : [],
    );
    return parts.length > 0 ? [`  ${collection}: ${parts.join(', ')}`] : [];
  });
  const isKept = [...counts.values()].some(({ kept }) => kept > 0);
  return [
    `${dryRun ? 'Would import' : 'Importing'} ${path} into ${file}:`,
    ...lines,
    ...(isKept ? ['  (--replace also overwrites newer data)'] : []),
    ...(takenBack.length > 0
      ? [`  ! live now, but not after the import: ${listFirst(takenBack)}`]
      : []),
  ].join('\n');
}

/** Describes the result of an import by the number of resources of each kind. */
export function describeImported(written: ReadonlyMap<DataSetCollection, number>): string {
  const { releases = 0, milestones = 0, ...rest } = Object.fromEntries(written);
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  const text = listCounts(Object.entries({ releases, milestones, 'other things': others }));
  return text
    ? `Imported ${text}.`
    : 'Nothing was changed: the database already has all this data, or newer data.';
}

/** Describes the data that `--prune` is going to remove: one line per kind of resource. */
export function describePrune(
  { removed, newer }: PrunePlan,
  { path, dryRun }: { path: string; dryRun: boolean },
): string {
  const gone = [...removed].filter(([, rows]) => rows.length > 0);
  const kept = [...newer].filter(([, count]) => count > 0);
  const what = dryRun ? 'Would remove' : 'Removing';
  return [
    gone.length > 0
      ? `${what} data that is not in ${path}:`
      : `${what} nothing: all data is in ${path}, or is newer.`,
    ...gone.map(([name, rows]) => `  ${name}: ${rows.length} (${listFirst(titlesOf(rows))})`),
    ...kept.map(([name, count]) => `  ${name}: ${count} newer than the export and kept`),
  ].join('\n');
}

/**
 * Describes removals that are withheld because they look like an accident. Returns an empty text if
 * nothing is withheld.
 */
export function describeWithheld({ withheld }: PrunePlan): string {
  return [...withheld]
    .map(
      ([name, rows]) =>
        `${name} kept although not in the data set: ${rows.length}. Removing this many at once may be an accident (${listFirst(titlesOf(rows))}). Check the data set; --allow-mass-delete removes them.`,
    )
    .join('\n');
}

/** Describes the result of `--prune` by the number of removed resources of each kind. */
export function describePruned(counts: ReadonlyMap<Prunable, number>): string {
  const text = listCounts([...counts]);
  return text ? `Removed ${text}.` : 'Nothing was removed.';
}

function listCounts(counts: [what: string, count: number][]): string {
  return counts.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ');
}

function titlesOf(rows: readonly { title: string }[]): string[] {
  return rows.map(({ title }) => title);
}
