import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { countFailed, listDeliveries, redeliver } from '../../../src/service/events/deliveries.ts';
import { enableHook, listHooks, rotateSecret } from '../../../src/service/events/hooks.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Running, startService } from '../start.ts';
import { attempted, fail, hook, passing, publish, settled } from './hooks.ts';

vi.setConfig({ testTimeout: 30_000 });

const hour = 60 * 60_000;
const all = { failed: false, limit: 50 };
const failed = { failed: true, limit: 50 };

test('a delivery that was given up is logged, and listed with the reason', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  await using receiver = await startReceiver(503);
  await using service = await startService({ log });
  const { id } = await hook(service, receiver.url);
  await publish(service, 'draft');
  await fail(service, receiver);
  // The log follows the database.
  await expect
    .poll(() => lines.map((line) => JSON.parse(line)))
    .toMatchObject([
      { level: 40, hook: id, attempt: 10, why: 'HTTP 503', msg: 'gave up an event' },
    ]);
  expect(await listDeliveries(service.db, failed)).toEqual([
    {
      changed: null,
      event_id: expect.stringMatching(/^msg_/),
      name: 'release.published',
      release_id: 'draft',
      hook_id: id,
      url: receiver.url,
      attempts: 10,
      attempted_at: expect.any(String),
      due_at: null,
      outcome: 'failed: HTTP 503',
    },
  ]);
  expect(await countFailed(service.db)).toBe(1);
});

test('deliveries are listed newest event first, and can be filtered by hook and release', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  const one = await hook(service, receiver.url);
  const two = await hook(service, receiver.url);
  await publish(service, 'draft');
  service.clock.advance(1000);
  await publish(service, 'timed');
  await receiver.until(4);
  await settled(service);
  const releases = async (options: Parameters<typeof listDeliveries>[1]) =>
    (await listDeliveries(service.db, options)).map(({ release_id }) => release_id);
  expect(await releases(all)).toEqual(['timed', 'timed', 'draft', 'draft']);
  expect(await releases({ ...all, hook: one.id })).toEqual(['timed', 'draft']);
  expect(await releases({ ...all, release: 'draft' })).toEqual(['draft', 'draft']);
  expect(await releases({ ...all, hook: two.id, limit: 1 })).toEqual(['timed']);
  expect(await releases(failed)).toEqual([]);
});

test('all failed deliveries of a hook are sent again with their old ids and ten new attempts', async () => {
  await using receiver = await startReceiver(...Array<number>(10).fill(500), 500, 204);
  await using service = await startService();
  const { id } = await hook(service, receiver.url);
  await publish(service, 'draft');
  await fail(service, receiver);
  expect(await redeliver(service.db, id, service.clock.now())).toBe(1);
  await passing(service, receiver.until(11));
  await attempted(service, 1);
  service.clock.advance(hour);
  const { headers } = await receiver.until(12);
  await settled(service);
  expect(headers.get('webhook-id')).toBe(receiver.received[0]?.headers.get('webhook-id'));
  expect(await countFailed(service.db)).toBe(0);
});

test('an event can be sent again by its id, even if it was delivered', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  await hook(service, receiver.url);
  await publish(service, 'draft');
  await settled(service);
  const [delivery] = await listDeliveries(service.db, all);
  expect(await redeliver(service.db, delivery?.event_id ?? '', service.clock.now())).toBe(1);
  await passing(service, receiver.until(2));
});

test('nothing is sent again to a disabled or unknown hook', async () => {
  await using receiver = await startReceiver(410);
  await using service = await startService();
  const { id } = await hook(service, receiver.url);
  await publish(service, 'draft');
  await settled(service);
  for (const unknown of [id, 'hook_none', 'msg_none', ''])
    expect(await redeliver(service.db, unknown, service.clock.now())).toBe(0);
});

test('a disabled hook gets events again once it is enabled', async () => {
  await using receiver = await startReceiver(410, 204);
  await using service = await startService();
  const { id } = await hook(service, receiver.url);
  await publish(service, 'draft');
  await settled(service);
  expect(await enableHook(service.db, id)).toBe(true);
  expect(await enableHook(service.db, id)).toBe(false);
  expect((await listHooks(service.db))[0]?.disabled_at).toBeNull();
  await publish(service, 'timed');
  expect(JSON.parse((await receiver.until(2)).body).data.id).toBe('timed');
  expect(await redeliver(service.db, id, service.clock.now())).toBe(1);
  service.clock.advance(1000);
  expect(JSON.parse((await receiver.until(3)).body).data.id).toBe('draft');
});

test('for a day after a rotation both secrets verify a delivery, then only the new one', async () => {
  // The library that the receiver verifies with compares times with the system clock.
  const clock = manualClock(new Date().toISOString());
  await using receiver = await startReceiver(204);
  await using service = await startService({ clock });
  const { id, secret: old } = await hook(service, receiver.url);
  const secret = (await rotateSecret(service.db, id, clock.now())) ?? '';
  await publish(service, 'draft');
  expect(await verifies(receiver, 1, old)).toBe(true);
  expect(await verifies(receiver, 1, secret)).toBe(true);
  clock.advance(24 * hour);
  await publish(service, 'timed');
  const { headers } = await receiver.until(2);
  expect(headers.get('webhook-signature')).toMatch(/^v1,\S+$/);
  await eventually(() => keptSecrets(service)).toEqual([null]);
});

test('after two rotations within a day, deliveries are signed with all three secrets', async () => {
  const clock = manualClock(new Date().toISOString());
  await using receiver = await startReceiver(204);
  await using service = await startService({ clock });
  const { id, secret: first } = await hook(service, receiver.url);
  const second = (await rotateSecret(service.db, id, clock.now())) ?? '';
  const third = (await rotateSecret(service.db, id, clock.now())) ?? '';
  await publish(service, 'draft');
  for (const secret of [first, second, third])
    expect(await verifies(receiver, 1, secret)).toBe(true);
  clock.advance(24 * hour);
  await rotateSecret(service.db, id, clock.now());
  await publish(service, 'timed');
  const { headers } = await receiver.until(2);
  expect(headers.get('webhook-signature')).toMatch(/^v1,\S+ v1,\S+$/);
});

async function keptSecrets({ db }: Running) {
  const rows = await db.selectFrom('hook').select('previous_secret').execute();
  return rows.map(({ previous_secret }) => previous_secret);
}

async function verifies(receiver: Receiver, count: number, secret: string): Promise<boolean> {
  const { headers, body } = await receiver.until(count);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(headers));
    return true;
  } catch {
    return false;
  }
}
