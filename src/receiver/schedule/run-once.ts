import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import type { Rebuild, RebuildOutcome, Scope } from '../contract.ts';
import type { PendingEvent, Resolution } from '../inbox/event.ts';
import type { Inbox } from '../inbox/open.ts';
import { dueEvents, resolvePending } from '../inbox/pending-events.ts';
import { deleteOldEvents } from '../inbox/record.ts';
import { generationOf, recordSuccess } from '../inbox/success.ts';

export interface RunOptions {
  inbox: Inbox;
  /**
   * Digest of the settings that say where runs publish to. With other settings, nothing counts as
   * published yet.
   */
  target: string;
  clock: Clock;
  log: Log;
  rebuild: Rebuild;
  /**
   * The requested scope. Everything is synced regardless of it if no event is due, or if an event
   * names no release.
   */
  scope: Scope;
  /** Aborted when an event arrives. Ignored if the run already handles events. */
  yields?: AbortSignal | undefined;
  onSuccess?: (outcome: RebuildOutcome) => void;
}

export type RunResult =
  /**
   * `attempts` is the lowest number of attempts among the events that are still open; undefined if
   * no event is open.
   */
  | { kind: 'done'; outcome: RebuildOutcome; attempts: number | undefined }
  | { kind: 'failed'; why: string; scope: Scope }
  /** The run stopped because an event arrived. It had not changed anything yet. */
  | { kind: 'yielded' };

/** Runs once for all events that are due, and updates their states. Never throws. */
export async function runOnce(options: RunOptions): Promise<RunResult> {
  const { inbox, target, clock, log, rebuild, onSuccess } = options;
  const started = clock.now();
  let yields: AbortSignal | undefined;
  let { scope } = options;
  try {
    const pending = dueEvents(inbox, started);
    // Only a run that handles no events may be stopped by a new event.
    if (pending.length === 0) yields = options.yields;
    const isNamed = pending.every(({ release_id }) => release_id !== null);
    if (!isNamed || pending.length === 0) scope = 'everything';
    log.info({ events: pending.length, scope }, 'run started');
    const outcome = await rebuild({
      awaited: [...new Set(pending.flatMap(({ release_id }) => release_id ?? []))],
      scope,
      yields,
      before: generationOf(inbox, target),
    });
    const attempts = inbox.transaction(() => {
      recordSuccess(inbox, outcome, { target, now: clock.now() });
      deleteOldEvents(inbox, clock.now());
      return settleAll(options, pending, outcome);
    });
    const { kind, why, generation, parts, scope: synced } = outcome;
    const ms = clock.now().getTime() - started.getTime();
    const facts = { outcome: kind, scope: synced, why, generation, events: pending.length };
    const isHeld = kind === 'held';
    log[isHeld ? 'warn' : 'info'](
      { ...facts, ms, parts },
      isHeld ? `nothing is published: ${why}` : 'run finished',
    );
    onSuccess?.(outcome);
    return { kind: 'done', outcome, attempts };
  } catch (error) {
    if (yields?.aborted) {
      log.info('run interrupted by a new event');
      return { kind: 'yielded' };
    }
    log.error({ err: error }, 'run failed');
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error), scope };
  }
}

/**
 * Updates the states of the events. Returns the lowest number of attempts among the events that are
 * still open.
 */
function settleAll(
  { inbox, clock, log }: RunOptions,
  pending: readonly PendingEvent[],
  { visibilities, kind, scope, why = 'publishing is paused' }: RebuildOutcome,
): number | undefined {
  const open: number[] = [];
  for (const event of pending) {
    const { id, release_id } = event;
    const now = clock.now();
    // A sync by id only settles events whose release is live. Other events wait for a full sync.
    const isLive = kind === 'live' && visibilities.get(release_id ?? '')?.kind === 'public';
    if (scope === 'awaited' && !isLive) continue;
    const seen = resolveEvent(event, visibilities.get(release_id ?? ''), now);
    const isWaiting = kind === 'paused' && seen.kind === 'fulfilled';
    const resolution: Resolution = isWaiting ? { kind: 'waiting', why } : seen;
    resolvePending(inbox, event, resolution, now);
    if (resolution.kind === 'open') open.push(event.attempts + 1);
    const level = resolution.kind === 'given-up' ? 'warn' : 'info';
    log[level](
      { event: id, release: release_id, ...resolution },
      'checked the release of an event',
    );
  }
  return open.length === 0 ? undefined : Math.min(...open);
}

const giveUpAfterMs = 24 * 60 * 60_000;

/**
 * Decides the next state of a pending event by the visibility of its release. Not called after
 * failed runs, so an outage of the API does not make Waymark give up an event.
 */
export function resolveEvent(
  event: PendingEvent,
  visibility: ReleaseVisibility | undefined,
  now: Date,
): Resolution {
  if (event.release_id === null) return { kind: 'fulfilled' };
  const seen = visibility ?? unknown;
  if (seen.kind === 'public') return { kind: 'fulfilled' };
  const { why } = seen;
  if (seen.kind === 'not-public') return { kind: 'void', why };
  if (seen.at && seen.at > now) return { kind: 'moved', why, at: seen.at };
  const since = event.first_look_at ? Date.parse(event.first_look_at) : now.getTime();
  return now.getTime() - since < giveUpAfterMs
    ? { kind: 'open', why }
    : { kind: 'given-up', why: `it was not on the site after 24 hours: ${why}` };
}

const unknown: ReleaseVisibility = { kind: 'not-yet', why: 'the API could not be reached' };
