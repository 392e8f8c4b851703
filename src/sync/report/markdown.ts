import { codeSpan } from '../../lib/text/code-span.ts';
import { type Fit, fitLines } from '../../lib/text/fit-lines.ts';
import { entryKinds } from '../../model/content/entry-kinds.ts';
import { type ChangeWords, changeLines } from './change-lines.ts';
import type { SyncReport } from './report.ts';
import { concernsForAll, correctionsNote, count, storyNote, totals } from './words.ts';

/** GitHub takes a summary of one mebibyte from each step. */
export const summaryFit: Fit = {
  bytes: 1_000_000,
  rest: (count) => `… and ${count} more (--json names all)`,
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
 * The report as Markdown for a pull request's comment or a job's summary, newly public first.
 * Everybody may read those: of what is not public, they tell how much there is.
 */
export function reportMarkdown(report: SyncReport, fit: Fit = summaryFit): string {
  const { workspace, dryRun } = report;
  const changes = changeLines(report, dryRun ? planned : done);
  const concerns = concernsForAll(report);
  const lines = [
    `### ${codeSpan(workspace.name)}: ${dryRun ? 'what a sync would change' : 'what the sync changed'}`,
    '',
    `${totals(report)} public.${refused(report)}`,
    '',
    ...(report.storyBegins ? [`> ${storyNote}`, ''] : []),
    ...(report.correctionsBegin ? [`> ${correctionsNote}`, ''] : []),
    ...(changes.length > 0 ? changes : ['Nothing changes.', '']),
    ...(concerns.length > 0 ? ['**Needs a look**', '', ...concerns.map(item)] : []),
  ];
  return fitLines(lines, fit);
}

function refused(report: SyncReport): string {
  const rows = entryKinds.reduce((sum, kind) => sum + report[kind].refused, 0);
  if (rows === 0) return '';
  return ` ${count(rows, 'record')} that the API showed ${rows === 1 ? 'is' : 'are'} not, and ${rows === 1 ? 'stays' : 'stay'} out.`;
}

function item(text: string): string {
  return `- ${codeSpan(text)}`;
}
