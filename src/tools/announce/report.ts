import { exitCodes } from '../../model/errors.ts';
import type { AnnounceReport } from './announce.ts';
import type { Row } from './ledger.ts';

/** What to print about a run: what it did, what is open, and one line at the end. */
export function describeAnnouncements(report: AnnounceReport) {
  const { rows, baseline, disabled, withdrawn, messages } = report;
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  const lines = [
    ...messages.map(
      ({ target, message }) => `${target}:\n${JSON.stringify(JSON.parse(message.body), null, 2)}`,
    ),
    ...[...baseline].map(
      ([name, number]) =>
        `${name} is new: the releases so far (${number}) are only noted. Later ones are announced.`,
    ),
    ...rows.flatMap(({ state, target, item }) =>
      state === 'sent' ? `sent: ${item} to ${target}` : [],
    ),
  ];
  const problems = [
    ...rows.filter(({ state }) => state !== 'sent').map(describeRow),
    ...disabled.map(
      (name) =>
        `${name} is off: its address answered 404 or 410. Set its variable to another address.`,
    ),
    ...withdrawn.map(
      (name) => `${name} was withdrawn after it was announced. Delete its messages by hand.`,
    ),
  ];
  const sums = (['sent', 'held', 'failed', 'unknown'] as const).map(
    (state) => `${count(state)} ${state}`,
  );
  const end =
    messages.length > 0
      ? `${messages.length} messages would be sent${count('held') > 0 ? ', if nothing is held' : ''}.`
      : rows.length === 0
        ? 'Nothing new to announce.'
        : `Announcements of the last seven days: ${sums.join(', ')}.`;
  return { lines, problems, end };
}

const untilOld = 'The next run tries again, until the release is two weeks old.';

function describeRow({ state, target, item, why = 'no reason is known' }: Row): string {
  const next: Partial<Record<Row['state'], string>> = {
    held: untilOld,
    failed: untilOld,
    unknown:
      'It is not sent again by itself: look into the channel, and use --retry-unknown if it is missing.',
  };
  return `${state}: ${item} to ${target} (${why}). ${next[state] ?? ''}`.trim();
}

/**
 * 0 if everything was sent or nothing is new, 3 if something is held, unknown or failed, 1 if this
 * run could send nothing of what it tried to send.
 */
export function exitCodeOf({ rows, messages, since }: AnnounceReport): number {
  const isOpen = ({ state }: Row) => state !== 'sent';
  if (messages.length > 0 || !rows.some(isOpen)) return exitCodes.done;
  const tried = rows.filter(({ state, at }) => at >= since && state !== 'held');
  const isAllFailed = tried.length > 0 && tried.every(({ state }) => state === 'failed');
  return isAllFailed ? exitCodes.failed : exitCodes.withheld;
}
