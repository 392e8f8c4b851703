/**
 * Runs the service on the disk given as its argument and fills that disk when a hook is called.
 * Prints the results.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../../../src/lib/log.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { type Running, startService } from '../../service/start.ts';
import { filesOf, upload } from '../../service/upload.ts';
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

async function readiness({ clock, get }: Running): Promise<number> {
  clock.advance(1000);
  return (await get('/readyz')).status;
}

const lines: string[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
await using receiver = await startReceiver(500, 204);
await using service = await startService({
  store: { location: { engine: 'sqlite', file: join(disk, 'test.db') } },
  log,
});
const ready = [await readiness(service)];
await addHook(
  service.db,
  { url: receiver.url, events: ['release.published'] },
  service.clock.now(),
);
const filled = receiver.until(1).then(fill);
await service.send('POST', '/v1/releases/draft/publish');
await filled;
const written = await service.send('PATCH', '/v1/releases/oldest', { body: 'x'.repeat(100_000) });
const uploaded = await upload(service, Buffer.alloc(1_000_000, '%PDF-1.7\n'));
const read = await service.get('/v1/releases/oldest');
for (let seconds = 0; seconds < 5; seconds += 1) {
  service.clock.advance(1000);
  await service.get('/healthz');
}
const sent = receiver.received.length;
ready.push(await readiness(service));
rmSync(filler);
ready.push(await readiness(service));
while (!(await attempts(service))) {
  service.clock.advance(1000);
  await delay(5);
}
console.log(
  JSON.stringify({
    write: [written.status, written.headers.get('retry-after'), written.body.error],
    upload: [uploaded.status, uploaded.body.error],
    files: await filesOf(service),
    read: [read.status, read.body.title],
    sent,
    ready,
    why: lines.map((line) => JSON.parse(line)).find(({ msg }) => msg.startsWith('not ready'))?.err
      .message,
  }),
);
process.exit();
