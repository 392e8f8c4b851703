import { expect, test } from 'vitest';
import { ContentChanged } from '../../../src/model/api/content-changed.ts';
import { pendingEvents } from '../../../src/receiver/inbox/pending-events.ts';
import { pollMs, quietMs } from '../schedule/start-runner.ts';
import { event, startReceiver } from './start-receiver.ts';

// A `content.changed` event, as documented in docs/receiver.md, "What it answers".

const changed = (id: string) => event(id, 'content.changed', { kind: 'milestone', id: 'mil_1' });

test('has the documented form', () => {
  const body = { type: 'content.changed', timestamp: '2026-03-01T09:00:00.000Z' };
  const of = (data: object) => ContentChanged.safeParse({ ...body, data }).success;
  expect(of({ kind: 'milestone', id: 'mil_1' })).toBe(true);
  expect(of({ kind: 'x'.repeat(64), id: 'mil_1' })).toBe(true);
  expect(of({ kind: 'x'.repeat(65), id: 'mil_1' })).toBe(false);
  expect(of({ id: 'mil_1' })).toBe(false);
});

test('starts a full sync at once', async () => {
  await using it = await startReceiver();
  expect((await it.send(changed('msg_1'))).status).toBe(202);
  await it.pass(0);
  expect(it.runs).toMatchObject([{ awaited: [], scope: 'everything', yields: undefined }]);
  await it.runs[0]?.end();
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
  await it.pass(pollMs / 2);
  expect(it.runs).toHaveLength(1);
});

test('starts few runs for many such events', async () => {
  await using it = await startReceiver();
  for (let n = 0; n < 40; n += 1) {
    await it.send(changed(`msg_${n}`));
    await it.pass(10);
    if (n === 20) await it.runs[0]?.end();
  }
  await it.pass(0);
  expect(it.runs).toHaveLength(2);
  await it.runs[1]?.end();
  await it.pass(quietMs);
  await it.runs[2]?.end();
  await it.pass(pollMs / 2);
  expect(it.runs).toHaveLength(3);
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
});

test('is not settled by a sync that started earlier', async () => {
  await using it = await startReceiver();
  await it.send(changed('msg_1'));
  await it.pass(0);
  await it.send(changed('msg_2'));
  await it.runs[0]?.end();
  expect(pendingEvents(it.inbox, 2)).toMatchObject({ count: 1, first: [{ id: 'msg_2' }] });
  await it.pass(0);
  expect(it.runs[1]).toMatchObject({ scope: 'everything' });
  await it.runs[1]?.end();
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
});

test('is not settled by a failed sync', async () => {
  await using it = await startReceiver();
  await it.send(changed('msg_1'));
  await it.pass(0);
  await it.runs[0]?.fail('no API');
  expect(pendingEvents(it.inbox, 1).count).toBe(1);
  await it.pass(6000);
  await it.runs[1]?.end();
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
});

test('stops a full sync without events, and starts another', async () => {
  await using it = await startReceiver();
  it.runner.requestFullSync();
  await it.pass(quietMs);
  expect(it.runs[0]?.yields?.aborted).toBe(false);
  expect((await it.send(changed('msg_1'))).status).toBe(202);
  expect(it.runs[0]?.yields?.aborted).toBe(true);
  await it.runs[0]?.fail('broken off');
  await it.pass(0);
  expect(it.runs[1]).toMatchObject({ scope: 'everything', yields: undefined });
});

test('is verified and redelivered like any other', async () => {
  await using it = await startReceiver();
  const forged = { ...changed('msg_1'), body: '{"type":"content.changed"}' };
  expect((await it.send(forged)).status).toBe(401);
  expect((await it.send(changed('msg_1'))).status).toBe(202);
  const again = await it.send(changed('msg_1'));
  expect([again.status, await again.json()]).toEqual([200, { known: 'msg_1' }]);
});
