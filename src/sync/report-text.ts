import type { CollectionReport, SyncReport } from './report.ts';
import { concerns, count } from './report-words.ts';

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
    ...report.added.map(({ slug }) => `  + ${name}/${slug}`),
    ...report.changed.map(({ slug }) => `  ~ ${name}/${slug}`),
    ...report.moved.map(({ from, slug }) => `  > ${name}/${from} is now ${name}/${slug}`),
    ...report.removed.map(({ slug }) => `  - ${name}/${slug}`),
  ];
}

function sum({ files, dryRun }: SyncReport): string {
  if (files.written + files.removed === 0) return 'Nothing changed: no file was written.';
  const written = count(files.written, 'file');
  return dryRun
    ? `Would write ${written} and remove ${files.removed}.`
    : `Wrote ${written} and removed ${files.removed}.`;
}
