import { digest } from '../../lib/digest.ts';
import { reportMarkdown } from '../../sync/report/markdown.ts';
import type { FailureReport, SyncReport } from '../../sync/report/report.ts';

export interface CommentPlace {
  /** The comment's first line, by which it is found again. */
  marker: string;
  /** Where the job is that made the plan. */
  run: string;
}

/** GitHub takes 65,536 characters. */
const maxBytes = 65_000;

/** What no reader sees and tells the plans of several workflows and sites apart. */
export function planMarker(...names: string[]): string {
  // Their digest, as a name might end the comment that it stands in.
  return `<!-- waymark-plan ${digest(names.join('\n'), 16)} -->`;
}

/** The plan of a sync, or that there is none, as a comment on a pull request. */
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
