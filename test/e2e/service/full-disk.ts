/**
 * Runs the service on the disk that is its argument, fills that when a hook is called, and prints
 * what came of it.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addHook } from '../../../src/service/events/hooks.ts';
import { type Running, startService } from '../../service/start.ts';
import { startReceiver } from '../../support/receiver.ts';

const [disk = ''] = process.argv.slice(2);
const filler = join(disk, 'filler');

function fill(): void {
  writeFileSync(filler, '');
  try {
    for (;;) appendFileSync(filler, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

async function attempts({ db }: Running): Promise<number | undefined> {
  const most = db.selectFrom('delivery').select(({ fn }) => fn.max('attempts').as('n'));
  return (await most.executeTakeFirst())?.n;
}

await using receiver = await startReceiver(500, 204);
await using service = await startService({
  store: { location: { engine: 'sqlite', file: join(disk, 'test.db') } },
});
await addHook(
  service.db,
  { url: receiver.url, events: ['release.published'] },
  service.clock.now(),
);
const filled = receiver.until(1).then(fill);
await service.send('POST', '/v1/releases/draft/publish');
await filled;
const written = await service.send('PATCH', '/v1/releases/oldest', { body: 'x'.repeat(100_000) });
const read = await service.get('/v1/releases/oldest');
for (let seconds = 0; seconds < 5; seconds += 1) {
  service.clock.advance(1000);
  await service.get('/healthz');
}
const sent = receiver.received.length;
rmSync(filler);
while (!attempts(service)) {
  service.clock.advance(1000);
  await delay(5);
}
console.log(
  JSON.stringify({
    write: [written.status, written.headers.get('retry-after'), written.body.error],
    read: [read.status, read.body.title],
    sent,
  }),
);
process.exit();
