import type { Retrying } from '../../src/client/client.ts';
import { printable } from '../../src/lib/text/printable.ts';
import { count } from '../../src/lib/text/text.ts';
import type { Clock } from '../../src/lib/time/clock.ts';

/** While requests are retried, something is printed at least this often. */
const maxSilenceMs = 4_000;

/** Until disposed, prints at intervals which requests are being retried. */
export function reportRetries(
  retrying: ReadonlySet<Retrying>,
  say: (line: string) => void,
  clock: Clock,
): AsyncDisposable {
  const stop = new AbortController();
  const reporting = (async () => {
    while (!stop.signal.aborted) {
      await clock.sleep(maxSilenceMs, stop.signal).catch(() => {});
      const [first, ...others] = retrying;
      if (first && !stop.signal.aborted)
        say(describeRetry(first, others.length, clock.now().getTime()));
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await reporting;
    },
  };
}

function describeRetry({ path, attempts, why, at }: Retrying, others: number, now: number): string {
  const next = at > now ? `retrying in ${Math.ceil((at - now) / 1000)} s` : 'retrying now';
  const more = others > 0 ? `, and ${count(others, 'other request')} too` : '';
  return printable(`GET ${path} failed ${count(attempts, 'time')} (${why}), ${next}${more}.`);
}
