import { exitCodes } from '../../model/errors.ts';
import type { AnnounceReport } from './announce.ts';
import type { Row } from './ledger.ts';

/** What to print about a run: what it did, what is open, and one line at the end. */
export function describeAnnouncements(report: AnnounceReport) {
  const { rows, since, baseline, withdrawn, messages } = report;
  const open = rows.filter(isOpen);
  const lines = [
    ...messages,
    ...Array.from(
      baseline,
      ([name, number]) =>
        `${name} is new: the releases so far (${number}) are only noted. Later ones are announced.`,
    ),
    ...rows
      .filter((row) => !isOpen(row) && row.at >= since)
      .map(({ target, item }) => `sent: ${item} to ${target}`),
  ];
  const problems = [
    ...open.map(
      ({ state, target, item, why = 'no reason is known' }) =>
        `${state}: ${item} to ${target} (${why}). ${state === 'unknown' ? ifUnknown : untilOld}`,
    ),
    ...withdrawn.map(
      (name) => `${name} was withdrawn after it was announced. Delete its messages by hand.`,
    ),
  ];
  return { lines, problems, end: endOf(rows, messages.length) };
}

const untilOld = 'The next run tries again, until the release is two weeks old.';
const ifUnknown =
  'It is not sent again by itself. Look into the channel: use --confirm-unknown if it is there, or else --retry-unknown.';

function endOf(rows: readonly Row[], planned: number): string {
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  if (planned > 0)
    return `${planned} messages would be sent${count('held') > 0 ? ', if nothing is held' : ''}.`;
  if (rows.length === 0) return 'Nothing new to announce.';
  const sums = (['sent', 'held', 'failed', 'unknown'] as const).map(
    (one) => `${count(one)} ${one}`,
  );
  return `Announcements of the last seven days: ${sums.join(', ')}.`;
}

/**
 * 0 if everything was sent or nothing is new, 3 if something is held, unknown or failed, 1 if this
 * run could send nothing of what it tried to send.
 */
export function exitCodeOf({ rows, messages, since }: AnnounceReport): number {
  if (messages.length > 0 || !rows.some(isOpen)) return exitCodes.done;
  const tried = rows.filter(({ state, at }) => at >= since && state !== 'held');
  const isAllFailed = tried.length > 0 && tried.every(({ state }) => state === 'failed');
  return isAllFailed ? exitCodes.failed : exitCodes.withheld;
}

function isOpen({ state }: Row): boolean {
  return state !== 'sent';
}
