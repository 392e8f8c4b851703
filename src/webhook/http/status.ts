import type { Inbox } from '../inbox/open.ts';
import { givenUp, openWishes } from '../inbox/pending-events.ts';
import { lastEvent } from '../inbox/record.ts';
import { lastSuccess } from '../inbox/success.ts';
import type { PacerState } from '../schedule/runner.ts';

/** Rows of one list, at most. */
const most = 20;

/** What `/status` shows. An error that is older than the last success has healed. */
export function statusOf(inbox: Inbox, pacer: PacerState) {
  const success = lastSuccess(inbox);
  const open = openWishes(inbox, most);
  const { lastError } = pacer;
  return {
    failing: pacer.failures > 0,
    running: pacer.running,
    lastEvent: lastEvent(inbox) ?? null,
    lastSuccess: success ? { ...success, outside: undefined } : null,
    generation: success?.generation ?? null,
    queue: { count: open.count, first: open.first },
    givenUp: givenUp(inbox, most),
    nextRun: time(pacer.nextRun),
    nextPoll: time(pacer.nextPoll),
    lastError: lastError
      ? { at: time(lastError.at), failures: pacer.failures, message: lastError.message }
      : null,
  };
}

function time(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
