import { exitCodes } from '../../model/errors.ts';
import type { Target } from './announce-file.ts';
import type { Row } from './ledger.ts';
import type { AnnouncePlan } from './plan.ts';

export interface AnnounceReport
  extends Pick<AnnouncePlan, 'ledger' | 'baseline' | 'withdrawn' | 'unknownProjects'> {
  targets: readonly Target[];
  /** When this run began. */
  now: Date;
  /** The messages of a dry run, as texts. */
  messages: string[];
}

const reportedMs = 7 * 24 * 3600_000;

/**
 * What to print about a run: what it did, what is open, and one line at the end. The exit code is 0
 * if everything was sent or nothing is new, 3 if something is held, unknown or failed, and 1 if this
 * run could send nothing of what it tried to send.
 */
export function describeAnnouncements(report: AnnounceReport) {
  const { ledger, targets, now, baseline, withdrawn, unknownProjects, messages } = report;
  const names = targets.map(({ name }) => name);
  const isRecent = (at: string) => now.getTime() - Date.parse(at) <= reportedMs;
  // The rows of the last week, and all that nobody has decided about.
  const rows = ledger.rows.filter(
    ({ target, state, at }) =>
      names.includes(target) && state !== 'claimed' && (state === 'unknown' || isRecent(at)),
  );
  const open = rows.filter(({ state }) => state !== 'sent');
  const own = rows.filter(({ state, at }) => state !== 'held' && at >= now.toISOString());
  const isNoneSent = own.length > 0 && own.every(({ state }) => state === 'failed');
  const ifOpen = isNoneSent ? exitCodes.failed : exitCodes.withheld;
  return {
    lines: [
      ...messages,
      ...Array.from(
        baseline,
        ([name, number]) =>
          `${name} is new. ${number > 0 ? `The releases so far (${number}) are only noted. ` : ''}Later releases are announced.`,
      ),
      ...own
        .filter(({ state }) => state === 'sent')
        .map(({ target, item }) => `sent: ${item} to ${target}`),
    ],
    problems: [
      ...open.map(({ state, target, item, why = 'no reason is known' }) => {
        const hint =
          state === 'unknown'
            ? 'It is not sent again by itself. Look into the channel: use --confirm-unknown if it is there, or else --retry-unknown.'
            : 'The next run tries again, until the release is two weeks old.';
        return `${state}: ${item} to ${target} (${why}). ${hint}`;
      }),
      ...withdrawn.map(
        (name) => `${name} was withdrawn after it was announced. Delete its messages by hand.`,
      ),
      ...unknownProjects.map(
        ({ target, project }) =>
          `No release has the project ${project} of ${target}. If all releases have one project, the site does not have its name: remove "projects" from this target.`,
      ),
    ],
    end: endOf(rows, messages.length),
    exitCode: open.length > 0 && messages.length === 0 ? ifOpen : exitCodes.done,
  };
}

function endOf(rows: readonly Row[], planned: number): string {
  if (planned > 0) return `${planned} messages would be sent.`;
  if (rows.length === 0) return 'Nothing new to announce.';
  const sums = (['sent', 'held', 'failed', 'unknown'] as const).map(
    (state) => `${rows.filter((row) => row.state === state).length} ${state}`,
  );
  return `Announcements of the last seven days: ${sums.join(', ')}.`;
}
