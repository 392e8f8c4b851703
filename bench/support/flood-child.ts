import { setTimeout as delay } from 'node:timers/promises';
import { floodSignUps } from '../../test/e2e/service/hostile/flood.ts';

// Floods the service at the given address with sign-ups, again and again. It runs in its own
// process, to take no CPU time from the measuring process, and ends with its parent.
process.once('disconnect', () => process.exit());

const [url = ''] = process.argv.slice(2);
for (let isFirst = true; ; isFirst = false) {
  using flood = floodSignUps(url);
  while (flood.answered() < 100) await delay(5);
  if (isFirst) process.send?.('begun');
  while (flood.answered() < flood.sent) await delay(5);
}
