import type { PrunePlan } from '../../src/service/data-set/prune/plan-prune.ts';
import type { Prunable } from '../../src/service/data-set/prune/prunable.ts';
import { some } from './with-database.ts';

/** What `--prune` is going to remove, for a terminal: a line for each kind of thing. */
export function pruneText(
  { removed, newer }: PrunePlan,
  { path, dryRun }: { path: string; dryRun: boolean },
): string {
  const gone = [...removed].filter(([, rows]) => rows.length > 0);
  const kept = [...newer].filter(([, count]) => count > 0);
  const what = dryRun ? 'Would remove' : 'Removing';
  return [
    gone.length > 0
      ? `${what} what ${path} does not name:`
      : `${what} nothing that ${path} does not name.`,
    ...gone.map(([name, rows]) => `  ${name}: ${rows.length} (${some(titlesOf(rows))})`),
    ...kept.map(([name, count]) => `  ${name}: ${count} newer than the export and kept`),
  ].join('\n');
}

/** What is not removed as it looks like an accident; empty where there is no such thing. */
export function withheldText({ withheld }: PrunePlan): string {
  return [...withheld]
    .map(
      ([name, rows]) =>
        `${rows.length} of ${name} are not in the data set and are kept: so many at once look like an accident (${some(titlesOf(rows))}). Check the data set; --allow-mass-delete removes them.`,
    )
    .join('\n');
}

/** What was removed, by how many of each kind. */
export function prunedText(counts: ReadonlyMap<Prunable, number>): string {
  const parts = [...counts]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return parts.length > 0 ? `Removed ${parts.join(', ')}.` : 'Nothing was removed.';
}

function titlesOf(rows: readonly { title: string }[]): string[] {
  return rows.map(({ title }) => title);
}
