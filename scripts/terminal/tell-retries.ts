import type { Retrying } from '../../src/client/client.ts';
import { printable } from '../../src/lib/text/printable.ts';
import type { Clock } from '../../src/lib/time/clock.ts';
import { count } from '../../src/sync/report/words.ts';

/** Nobody wonders for longer whether anything is still going on. */
const longestSilence = 4_000;

/** Says again and again what is waited for while requests are tried again, until disposed. */
export function tellRetries(
  retrying: ReadonlySet<Retrying>,
  say: (line: string) => void,
  clock: Clock,
): AsyncDisposable {
  const stop = new AbortController();
  const telling = (async () => {
    while (!stop.signal.aborted) {
      await clock.sleep(longestSilence, stop.signal).catch(() => {});
      const [first, ...others] = retrying;
      if (first && !stop.signal.aborted) say(inWords(first, others.length, clock.now().getTime()));
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await telling;
    },
  };
}

function inWords({ path, attempts, why, at }: Retrying, others: number, now: number): string {
  const next = at > now ? `tried again in ${Math.ceil((at - now) / 1000)} s` : 'tried again now';
  const more = others > 0 ? `, and ${count(others, 'other request')} likewise` : '';
  return printable(`GET ${path} failed ${count(attempts, 'time')} (${why}), ${next}${more}.`);
}
