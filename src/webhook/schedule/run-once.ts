import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Rebuild, RebuildOutcome } from '../contract.ts';
import type { Verdict, Wish } from '../inbox/event.ts';
import type { Inbox } from '../inbox/open.ts';
import { dueWishes, settleWish } from '../inbox/pending-events.ts';
import { forgetOld } from '../inbox/record.ts';
import { generationOf, recordSuccess } from '../inbox/success.ts';
import { judge } from './resolve-event.ts';

export interface RunOptions {
  inbox: Inbox;
  /** Where runs bring the site, in a few characters: another place has nothing yet. */
  outside: string;
  clock: Clock;
  log: Log;
  rebuild: Rebuild;
  /** Told of every run that did not fail. */
  onSuccess?: (outcome: RebuildOutcome) => void;
}

export type RunResult =
  /** `looks`: how often the most recent of the wishes that are still open was looked for. */
  { kind: 'done'; looks: number | undefined } | { kind: 'failed'; why: string };

/** One run for all wishes that are due, and what it means for each of them; never throws. */
export async function runOnce(options: RunOptions): Promise<RunResult> {
  const { inbox, outside, clock, log, rebuild, onSuccess } = options;
  const started = clock.now();
  try {
    const wishes = dueWishes(inbox, started);
    log.info({ events: wishes.length }, 'run started');
    const outcome = await rebuild({
      awaited: [...new Set(wishes.flatMap(({ release_id }) => release_id ?? []))],
      before: generationOf(inbox, outside),
    });
    const looks = inbox.transaction(() => {
      recordSuccess(inbox, outcome, { outside, now: clock.now() });
      forgetOld(inbox, clock.now());
      return settleAll(options, wishes, outcome);
    });
    const { kind, why, generation, parts } = outcome;
    const ms = clock.now().getTime() - started.getTime();
    log.info({ outcome: kind, why, generation, events: wishes.length, ms, parts }, 'run finished');
    onSuccess?.(outcome);
    return { kind: 'done', looks };
  } catch (error) {
    log.error({ err: error }, 'run failed');
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The fewest looks among the wishes that stay open. */
function settleAll(
  { inbox, clock, log }: RunOptions,
  wishes: readonly Wish[],
  { standings, kind, why = 'publishing is paused' }: RebuildOutcome,
): number | undefined {
  const open: number[] = [];
  for (const wish of wishes) {
    const { id, release_id } = wish;
    const now = clock.now();
    const judged = judge(wish, standings.get(release_id ?? ''), now);
    const isWaiting = kind === 'paused' && judged.kind === 'fulfilled';
    const verdict: Verdict = isWaiting ? { kind: 'waiting', why } : judged;
    settleWish(inbox, wish, verdict, now);
    if (verdict.kind === 'open') open.push(wish.looks + 1);
    const level = verdict.kind === 'given-up' ? 'warn' : 'info';
    log[level]({ event: id, release: release_id, ...verdict }, 'looked for what an event told of');
  }
  return open.length === 0 ? undefined : Math.min(...open);
}
