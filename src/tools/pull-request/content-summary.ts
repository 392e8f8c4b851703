import { codeSpan } from '../../lib/text/code-span.ts';
import { fitLines } from '../../lib/text/fit-lines.ts';
import { count } from '../../lib/text/text.ts';
import {
  type ChangeWords,
  changeLines,
  type EntryChanges,
} from '../../sync/write/report/change-lines.ts';
import { summaryFit } from '../../sync/write/report/markdown.ts';

const words: ChangeWords = {
  added: 'New entries',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
};

/**
 * Summary of a pull request's content changes, as Markdown.
 * @param others number of changed files that are not in `changes`
 */
export function contentSummary(folder: string, changes: EntryChanges, others: number): string {
  const lines = changeLines(changes, words);
  return fitLines(
    [
      `### What this pull request changes in ${codeSpan(folder)}`,
      '',
      '> This run has no API key, because it is for a fork or Dependabot. This summary shows how the commits change the content folder, not how a sync would change it.',
      '',
      ...(lines.length > 0 ? lines : ['No entry changes.', '']),
      ...(others > 0
        ? [`${count(others, 'other file')} ${others === 1 ? 'changes' : 'change'}.`]
        : []),
    ],
    { ...summaryFit, rest: (cut) => `… and ${cut} more.` },
  );
}
