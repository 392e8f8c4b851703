import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/time/clock.ts';
import { anything } from '../inbox/read-event.ts';
import type { ReceiverContext } from './context.ts';
import type { Take } from './take.ts';

/** Answers `/run`: an event of our own, that no more than any other is forgotten in a crash. */
export function createAskForRun({ take, clock }: { take: Take; clock: Clock }) {
  return (c: ReceiverContext): Promise<Response> =>
    take(c, {
      id: `run_${randomUUID()}`,
      subject: { type: 'run', wanted: anything },
      now: clock.now(),
    });
}
