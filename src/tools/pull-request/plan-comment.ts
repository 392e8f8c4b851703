import { digest } from '../../lib/digest.ts';
import { reportMarkdown } from '../../sync/report/markdown.ts';
import type { FailureReport, SyncReport } from '../../sync/report/report.ts';

export interface CommentPlace {
  /** First line of the comment, which identifies it. */
  marker: string;
  /** Address of the job. */
  run: string;
}

/** GitHub's limit is 65,536 characters. */
const maxBytes = 65_000;

/** An invisible marker that distinguishes workflows and sites. */
export function planMarker(...names: string[]): string {
  // As a digest, because a name might end the HTML comment.
  return `<!-- waymark-plan ${digest(names.join('\n'), 16)} -->`;
}

/** A comment with the plan of a sync, or its failure. */
export function planComment(
  outcome: SyncReport | FailureReport,
  { marker, run }: CommentPlace,
): string {
  const start = `${marker}\n`;
  if ('error' in outcome)
    return `${start}### A sync would fail\n\nSo there is no plan. [The job’s log](${run}) says why.\n`;
  const rest = (count: number) => `… and ${count} more in [the job’s summary](${run}).`;
  return start + reportMarkdown(outcome, { bytes: maxBytes - Buffer.byteLength(start), rest });
}
