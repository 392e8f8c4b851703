import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Rebuild, RebuildOutcome } from '../contract.ts';
import type { PendingEvent, Resolution } from '../inbox/event.ts';
import type { Inbox } from '../inbox/open.ts';
import { dueEvents, resolvePending } from '../inbox/pending-events.ts';
import { forgetOld } from '../inbox/record.ts';
import { generationOf, recordSuccess } from '../inbox/success.ts';
import { resolveEvent } from './resolve-event.ts';

export interface RunOptions {
  inbox: Inbox;
  /** Where runs bring the site, in a few characters: another place has nothing yet. */
  target: string;
  clock: Clock;
  log: Log;
  rebuild: Rebuild;
  /** Told of every run that did not fail. */
  onSuccess?: (outcome: RebuildOutcome) => void;
}

export type RunResult =
  /** `attempts`: how often the most recent of the pending events that are still open was looked for. */
  { kind: 'done'; attempts: number | undefined } | { kind: 'failed'; why: string };

/** One run for all pending events that are due, and what it means for each of them; never throws. */
export async function runOnce(options: RunOptions): Promise<RunResult> {
  const { inbox, target, clock, log, rebuild, onSuccess } = options;
  const started = clock.now();
  try {
    const pending = dueEvents(inbox, started);
    log.info({ events: pending.length }, 'run started');
    const outcome = await rebuild({
      awaited: [...new Set(pending.flatMap(({ release_id }) => release_id ?? []))],
      before: generationOf(inbox, target),
    });
    const attempts = inbox.transaction(() => {
      recordSuccess(inbox, outcome, { target, now: clock.now() });
      forgetOld(inbox, clock.now());
      return settleAll(options, pending, outcome);
    });
    const { kind, why, generation, parts } = outcome;
    const ms = clock.now().getTime() - started.getTime();
    log.info({ outcome: kind, why, generation, events: pending.length, ms, parts }, 'run finished');
    onSuccess?.(outcome);
    return { kind: 'done', attempts };
  } catch (error) {
    log.error({ err: error }, 'run failed');
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The fewest attempts among the pending events that stay open. */
function settleAll(
  { inbox, clock, log }: RunOptions,
  pending: readonly PendingEvent[],
  { visibilities, kind, why = 'publishing is paused' }: RebuildOutcome,
): number | undefined {
  const open: number[] = [];
  for (const event of pending) {
    const { id, release_id } = event;
    const now = clock.now();
    const seen = resolveEvent(event, visibilities.get(release_id ?? ''), now);
    const isWaiting = kind === 'paused' && seen.kind === 'fulfilled';
    const resolution: Resolution = isWaiting ? { kind: 'waiting', why } : seen;
    resolvePending(inbox, event, resolution, now);
    if (resolution.kind === 'open') open.push(event.attempts + 1);
    const level = resolution.kind === 'given-up' ? 'warn' : 'info';
    log[level](
      { event: id, release: release_id, ...resolution },
      'looked for what an event told of',
    );
  }
  return open.length === 0 ? undefined : Math.min(...open);
}
