import type { ReceiverContext, ReceiverOptions } from './context.ts';
import { statusOf } from './status.ts';

/** Answers `/status`. */
export function createShowStatus({
  inbox,
  runner,
  scrub,
}: Pick<ReceiverOptions, 'inbox' | 'runner' | 'scrub'>) {
  return (c: ReceiverContext): Response => {
    const text = JSON.stringify(statusOf(inbox, runner.state()), null, 2);
    return c.body(`${scrub(text)}\n`, 200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
  };
}
