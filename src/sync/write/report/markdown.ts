import { codeSpan } from '../../../lib/text/code-span.ts';
import { type Fit, fitLines } from '../../../lib/text/fit-lines.ts';
import { count } from '../../../lib/text/text.ts';
import { entryKinds } from '../../../model/content/entry-kinds.ts';
import { type ChangeWords, changeLines } from './change-lines.ts';
import type { SyncReport } from './report.ts';
import { abridgeConcerns, correctionsNote, describeTotals, newLogNote } from './words.ts';

/** Size limits of the text for a job summary. GitHub allows one MiB for each step. */
export const summaryFit: Fit = {
  bytes: 1_000_000,
  rest: (count) => `… and ${count} more (--json lists all)`,
};

const planned: ChangeWords = {
  added: 'Would be newly public',
  changed: 'Would change',
  moved: 'Would move',
  removed: 'Would be removed',
};

const done: ChangeWords = {
  added: 'Newly public',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
};

/**
 * The report as Markdown for a public comment or job summary. Details of private records are
 * replaced by counts.
 */
export function reportMarkdown(report: SyncReport, fit: Fit = summaryFit): string {
  const { workspace, dryRun } = report;
  const changes = changeLines(report, dryRun ? planned : done);
  const concerns = abridgeConcerns(report, true);
  const lines = [
    `### ${codeSpan(workspace.name)}: ${dryRun ? 'what a sync would change' : 'what the sync changed'}`,
    '',
    `${describeTotals(report)} public.${describeRefused(report)}`,
    '',
    ...(report.storyBegins ? [`> ${newLogNote}`, ''] : []),
    ...(report.correctionsBegin ? [`> ${correctionsNote}`, ''] : []),
    ...(changes.length > 0 ? changes : ['Nothing changes.', '']),
    ...(concerns.length > 0
      ? ['**Needs attention**', '', ...concerns.map((text) => `- ${codeSpan(text)}`)]
      : []),
  ];
  return fitLines(lines, fit);
}

function describeRefused(report: SyncReport): string {
  const rows = entryKinds.reduce((sum, kind) => sum + report[kind].refused, 0);
  if (rows === 0) return '';
  return ` ${count(rows, 'record')} of the API ${rows === 1 ? 'is not public and was' : 'are not public and were'} left out.`;
}
