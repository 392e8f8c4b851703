import { createHmac } from 'node:crypto';
import { Agent, buildConnector } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { isHookAddress, listHooks, removeHook } from '../../../src/service/events/hooks.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { attempted, fail, hook, publish, settled } from './hooks.ts';

vi.setConfig({ testTimeout: 30_000 });

const day = 24 * 60 * 60 * 1000;

describe('deliveries', () => {
  test('go to a hook one at a time, in the order of the events', async () => {
    const first = Promise.withResolvers<number>();
    await using receiver = await startReceiver(first.promise, 204);
    await using service = await startService();
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await receiver.until(1);
    service.clock.advance(1);
    await publish(service, 'timed');
    service.clock.advance(1000);
    expect(receiver.received).toHaveLength(1);
    first.resolve(204);
    expect(JSON.parse((await receiver.until(2)).body).data.id).toBe('timed');
  });

  test('are signed over exactly the bytes that are sent', async () => {
    await using receiver = await startReceiver(204);
    await using service = await startService();
    const { secret } = await hook(service, receiver.url);
    await publish(service, 'draft');
    const { headers, body } = await receiver.until(1);
    const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(signed);
    expect(secret).toMatch(/^whsec_/);
    expect(headers.get('webhook-signature')).toBe(`v1,${signature.digest('base64')}`);
  });

  test('keep their id across retries, and each attempt has its own time and signature', async () => {
    await using receiver = await startReceiver(500, 204);
    await using service = await startService();
    await hook(service, receiver.url);
    await publish(service, 'draft');
    const first = (await receiver.until(1)).headers;
    await attempted(service, 1);
    service.clock.advance(10_000);
    const second = (await receiver.until(2)).headers;
    expect(second.get('webhook-id')).toBe(first.get('webhook-id'));
    expect(Number(second.get('webhook-timestamp')) - Number(first.get('webhook-timestamp'))).toBe(
      10,
    );
    expect(second.get('webhook-signature')).not.toBe(first.get('webhook-signature'));
  });

  test('are given up after ten attempts', async () => {
    await using receiver = await startReceiver(503);
    await using service = await startService();
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await fail(service, receiver);
    expect((await listHooks(service.db))[0]).toMatchObject({
      waiting: 0,
      failed: 1,
      disabled_at: null,
    });
  });

  test('do not follow redirects', async () => {
    await using receiver = await startReceiver(307, 204);
    await using service = await startService();
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await receiver.until(1);
    await attempted(service, 1);
    service.clock.advance(day);
    await receiver.until(2);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  });

  test('stop for good when the hook answers 410, which disables it', async () => {
    await using receiver = await startReceiver(410);
    await using service = await startService();
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await settled(service);
    await publish(service, 'timed');
    expect((await listHooks(service.db))[0]).toMatchObject({
      waiting: 0,
      disabled_at: service.clock.now().toISOString(),
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('wait up to 15 seconds for an answer', async () => {
    const first = Promise.withResolvers<number>();
    const second = Promise.withResolvers<number>();
    await using receiver = await startReceiver(first.promise, second.promise);
    await using service = await startService();
    await hook(service, receiver.url);
    const outcomes = () =>
      service.db.selectFrom('delivery').select('outcome').orderBy('due_at').execute();
    await publish(service, 'draft');
    await receiver.until(1);
    service.clock.advance(14_999);
    first.resolve(204);
    await eventually(outcomes).toEqual([{ outcome: 'delivered' }]);
    await publish(service, 'timed');
    await receiver.until(2);
    service.clock.advance(15_000);
    await eventually(outcomes).toContainEqual({ outcome: 'failed: TimeoutError' });
    second.resolve(204);
  });

  test('send nothing if connecting took too long, and are retried', async () => {
    await using receiver = await startReceiver(204);
    const clock = manualClock();
    const dial = buildConnector({});
    let isAsleep = true;
    const connect: buildConnector.connector = (options, callback) =>
      dial(options, (...given) => {
        // As if the process had been suspended for more than half of its lease.
        if (isAsleep) clock.advance(31_000);
        isAsleep = false;
        callback(...given);
      });
    await using lifetimes = new AsyncDisposableStack();
    const network = lifetimes.adopt(new Agent({ connect }), (agent) => agent.close());
    await using service = await startService({ network, clock });
    await hook(service, receiver.url);
    await publish(service, 'draft');
    const { headers } = await receiver.until(1);
    // The timestamp is from after the suspension, when the event was really sent.
    expect(Number(headers.get('webhook-timestamp')) * 1000).toBe(clock.now().getTime());
    await settled(service);
    expect(await service.db.selectFrom('delivery').select('attempts').execute()).toEqual([
      { attempts: 1 },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  test('to a slow hook do not delay those to other hooks', async () => {
    const slow = Promise.withResolvers<number>();
    await using stuck = await startReceiver(slow.promise);
    await using quick = await startReceiver(204);
    await using service = await startService();
    await hook(service, stuck.url);
    await hook(service, quick.url);
    await publish(service, 'draft');
    await stuck.until(1);
    await publish(service, 'timed');
    await quick.until(2);
    slow.resolve(204);
  });

  test('that were pending when the service stopped are made after the next start', async () => {
    await using store = await migratedStore();
    await using receiver = await startReceiver(500, 204);
    const clock = manualClock();
    {
      await using service = await startService({ store, clock });
      await hook(service, receiver.url);
      await publish(service, 'draft');
      await receiver.until(1);
    }
    clock.advance(day);
    await using _service = await startService({ store, clock });
    const { headers } = await receiver.until(2);
    expect(headers.get('webhook-id')).toBe(receiver.received[0]?.headers.get('webhook-id'));
  });

  test('in progress are finished before the service stops', async () => {
    await using store = await migratedStore();
    const reply = Promise.withResolvers<number>();
    await using receiver = await startReceiver(reply.promise);
    const service = await startService({ store });
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await receiver.until(1);
    const stopped = service[Symbol.asyncDispose]();
    reply.resolve(204);
    await stopped;
    await using again = await startService({ store });
    expect((await listHooks(again.db))[0]?.waiting).toBe(0);
  });
});

test('a removed hook is no longer listed, and cannot be removed again', async () => {
  await using receiver = await startReceiver(500, 204);
  await using service = await startService();
  const { id } = await hook(service, receiver.url);
  await publish(service, 'draft');
  await receiver.until(1);
  await attempted(service, 1);
  expect(await removeHook(service.db, id, service.clock.now())).toBe(true);
  expect(await listHooks(service.db)).toEqual([]);
  expect(await removeHook(service.db, id, service.clock.now())).toBe(false);
});

test.each([
  ['https://example.com/hook', true],
  ['http://receiver:4020/hook', true],
  ['https://me:secret@example.com/', false],
  ['ftp://example.com/', false],
  ['nowhere', false],
])('events can be sent to %s: %s', (address, expected) => {
  expect(isHookAddress(address)).toBe(expected);
});
