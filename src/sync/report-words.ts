import type { CollectionReport, SyncReport } from './report.ts';

/** All that a maintainer should know apart from what changed, each in a sentence or two. */
export function concerns(report: SyncReport): string[] {
  return [
    ...collectionConcerns('releases', report.releases),
    ...collectionConcerns('milestones', report.milestones),
    ...report.quarantined.map(
      ({ collection, id, title, why }) =>
        `Left out of ${collection}: ${title ? `“${title}”` : (id ?? 'a row without id')} (${why}).`,
    ),
    ...report.warnings,
  ];
}

/** A number with its noun, such as "1 file" or "3 files". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function collectionConcerns(name: string, report: CollectionReport): string[] {
  const lines: string[] = [];
  if (report.withheld.length > 0)
    lines.push(
      `${report.withheld.length} of ${name} answer 404 and are kept: so many at once look like an accident. Check the workspace; --allow-mass-delete removes them.`,
    );
  if (report.unsettled)
    lines.push(`The list of ${name} kept changing while it was read: run sync again.`);
  if (report.full.length > 0)
    lines.push(
      `The API shows rows 0–1,099 of a list; some may be missing behind that in ${count(report.full.length, 'list')}: ${report.full.join('; ')}.`,
    );
  return lines;
}
