import { exitCodes } from '../model/errors.ts';
import type { Quarantined } from './judge-rows.ts';

/** What changed in one collection; titles and slugs as readers see them. */
export interface CollectionReport {
  /** Public entries after this sync. */
  total: number;
  added: string[];
  changed: string[];
  removed: string[];
  /** Ids that the API answers 404 for, kept because there are suspiciously many of them. */
  withheld: string[];
  /** The list could not be read to its end, or never stood still. */
  incomplete: 'full' | 'unsettled' | null;
}

/** What a sync did, or with `dryRun` would do; `--json` prints it as it is. */
export interface SyncReport {
  workspace: { id: string; name: string };
  dryRun: boolean;
  releases: CollectionReport;
  milestones: CollectionReport;
  files: { written: number; removed: number };
  quarantined: Quarantined[];
  warnings: string[];
}

/** 0, or 3 when removals were withheld or, asked to be strict, something is incomplete. */
export function exitCodeOf(report: SyncReport, strict: boolean): number {
  const collections = [report.releases, report.milestones];
  const withheld = collections.some((one) => one.withheld.length > 0);
  const incomplete =
    collections.some((one) => one.incomplete !== null) || report.quarantined.length > 0;
  return withheld || (strict && incomplete) ? exitCodes.withheld : exitCodes.done;
}

/** The report in words, for a terminal. */
export function reportText(report: SyncReport): string {
  const { files, dryRun, workspace } = report;
  const moved = files.written + files.removed;
  const lines = [
    `${workspace.name}: ${count(report.releases.total, 'release')} and ${count(report.milestones.total, 'milestone')} are public.`,
    ...collectionLines('releases', report.releases),
    ...collectionLines('milestones', report.milestones),
    ...report.quarantined.map(
      ({ collection, id, why }) =>
        `  ! left out of ${collection}: ${id ?? 'a row without id'} (${why})`,
    ),
    ...report.warnings.map((warning) => `  ! ${warning}`),
  ];
  if (moved === 0) lines.push('Nothing changed: no file was written.');
  else
    lines.push(
      `${dryRun ? 'Would write' : 'Wrote'} ${count(files.written, 'file')} and ${dryRun ? 'remove' : 'removed'} ${files.removed}.`,
    );
  return lines.join('\n');
}

function collectionLines(name: string, report: CollectionReport): string[] {
  const marks = { added: '+', changed: '~', removed: '-' } as const;
  const lines = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
    report[kind].map((slug) => `  ${marks[kind]} ${name}/${slug}`),
  );
  if (report.withheld.length > 0)
    lines.push(
      `  ! ${report.withheld.length} of ${name} answer 404 and are kept: that many at once looks like an accident.`,
      '    Check the workspace; --allow-mass-delete removes them.',
    );
  if (report.incomplete === 'full')
    lines.push(`  ! ${name}: the API shows rows 0–1,099 of a list only; some may be missing.`);
  if (report.incomplete === 'unsettled')
    lines.push(`  ! ${name}: the list kept changing while it was read; run sync again.`);
  return lines;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
