import type { Inbox } from '../inbox/open.ts';
import { givenUp, pendingEvents } from '../inbox/pending-events.ts';
import { lastEvent } from '../inbox/record.ts';
import { lastSuccess } from '../inbox/success.ts';
import type { Runner } from '../schedule/runner.ts';

const maxRows = 20;

/**
 * Creates the body of `/status`. `failing` is true from a failed run until the next successful one.
 */
export function statusOf(inbox: Inbox, runner: ReturnType<Runner['state']>) {
  const success = lastSuccess(inbox);
  const open = pendingEvents(inbox, maxRows);
  const { lastError } = runner;
  return {
    failing: runner.failures > 0,
    running: runner.running,
    lastEvent: lastEvent(inbox) ?? null,
    lastSuccess: success ? { ...success, target: undefined } : null,
    generation: success?.generation ?? null,
    queue: { count: open.count, first: open.first },
    givenUp: givenUp(inbox, maxRows),
    nextRun: time(runner.nextRun),
    nextPoll: time(runner.nextPoll),
    lastError: lastError
      ? { at: time(lastError.at), failures: runner.failures, message: lastError.message }
      : null,
  };
}

function time(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
