import type { CollectionReport, SyncReport } from './report.ts';
import { concerns, count } from './report-words.ts';

/** Lines of one kind of change, at most. */
const mostLines = 20;

/** The report for a terminal: what changed, then what needs attention, then the sum. */
export function reportText(report: SyncReport): string {
  const { releases, milestones, workspace } = report;
  return [
    `${workspace.name}: ${count(releases.total, 'release')} and ${count(milestones.total, 'milestone')} are public.`,
    ...changeLines('releases', releases),
    ...changeLines('milestones', milestones),
    ...concerns(report).map((concern) => `  ! ${concern}`),
    sum(report),
  ].join('\n');
}

function changeLines(name: string, report: CollectionReport): string[] {
  return [
    ...some(report.added.map(({ slug }) => `  + ${name}/${slug}`)),
    ...some(report.changed.map(({ slug }) => `  ~ ${name}/${slug}`)),
    ...some(report.moved.map(({ from, slug }) => `  > ${name}/${from} is now ${name}/${slug}`)),
    ...some(report.removed.map(({ slug }) => `  - ${name}/${slug}`)),
  ];
}

/** A first sync adds hundreds; nobody reads them one by one. */
function some(lines: string[]): string[] {
  if (lines.length <= mostLines) return lines;
  const shown = lines.slice(0, mostLines - 1);
  return [...shown, `    … and ${lines.length - shown.length} more (--json names all)`];
}

function sum({ files, dryRun }: SyncReport): string {
  if (files.written + files.removed === 0) return 'Nothing changed: no file was written.';
  const written = count(files.written, 'file');
  return dryRun
    ? `Would write ${written} and remove ${files.removed}.`
    : `Wrote ${written} and removed ${files.removed}.`;
}
