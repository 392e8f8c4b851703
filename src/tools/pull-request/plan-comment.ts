import type { FailureReport } from '../../client/api-error.ts';
import { digest } from '../../lib/digest.ts';
import { reportMarkdown } from '../../sync/write/report/markdown.ts';
import type { SyncReport } from '../../sync/write/report/report.ts';

/** Maximum size, a little less than GitHub's limit of 65,536 characters. */
const maxBytes = 65_000;

/**
 * The comment's first line: an invisible HTML comment that differs between workflows and sites.
 * @param names names of the workflow and the site
 */
export function planMarker(...names: string[]): string {
  // The names are hashed, because a name might contain the end of an HTML comment.
  return `<!-- waymark-plan ${digest(names.join('\n'), 16)} -->`;
}

/**
 * The text of a comment that shows what a sync would change, or says that the sync would fail.
 * `marker` is its first line, which identifies the comment in later runs, and `run` is the address
 * of the job's page.
 */
export function planComment(
  outcome: SyncReport | FailureReport,
  { marker, run }: { marker: string; run: string },
): string {
  const start = `${marker}\n`;
  if ('error' in outcome)
    return `${start}### A sync would fail\n\nSo there is no plan. [The job’s log](${run}) says why.\n`;
  const rest = (count: number) => `… and ${count} more in [the job’s summary](${run}).`;
  return start + reportMarkdown(outcome, { bytes: maxBytes - Buffer.byteLength(start), rest });
}
