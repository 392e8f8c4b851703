import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { type LockOptions, takeLock } from '../../../../src/tools/bucket/mirror/lock.ts';
import type { ObjectStore } from '../../../../src/tools/bucket/mirror/store/object-store.ts';
import { openS3Store } from '../../../../src/tools/bucket/mirror/store/s3-store.ts';
import { eventually } from '../../../support/eventually.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { type FakeS3, type Fault, startFakeS3 } from '../../../support/s3/fake-s3.ts';
import { withCredentials } from './with-credentials.ts';

withCredentials(beforeAll, afterAll);

const key = '.waymark/lock.json';
let fake: FakeS3;
let store: ObjectStore;
beforeEach(async () => {
  fake = await startFakeS3();
  store = await openS3Store({ bucket: fake.bucket, prefix: '', endpoint: fake.url }, systemClock);
});
afterEach(async () => {
  store[Symbol.dispose]();
  await fake[Symbol.asyncDispose]();
});

function publisher(owner: string) {
  const clock = manualClock();
  const waited: string[] = [];
  let sleeps = 0;
  const sleep: typeof clock.sleep = (...given) => {
    sleeps += 1;
    return clock.sleep(...given);
  };
  const options: LockOptions = {
    owner,
    clock: { ...clock, sleep },
    elapsed: () => clock.now().getTime(),
    onWait: (who) => waited.push(who),
  };
  return { clock, waited, sleeps: () => sleeps, take: () => takeLock(store, options) };
}

const written = () => JSON.parse(fake.objects.get(key)?.body.toString() ?? 'null');

test('only one publisher holds the lock; the next waits, and learns whether it was left clean', async () => {
  const [first, second] = [publisher('a'), publisher('b')];
  const held = await first.take();
  expect(held.wasClean).toBe(false);
  const waiting = second.take();
  await eventually(() => second.waited).toEqual(['Another publisher is changing s3://changelog/']);
  await held.release(true);
  second.clock.advance(2_000);
  const next = await waiting;
  expect(next.wasClean).toBe(true);
  expect(written()).toMatchObject({ owner: 'b', isClean: false });
  await next.release(false);
  expect((await publisher('c').take()).wasClean).toBe(false);
});

test('the lock contains nothing about its holder but an id', async () => {
  await publisher('0a1b').take();
  expect(Object.keys(written()).sort()).toEqual(['isClean', 'owner', 'seconds', 'turn']);
});

test('the lock is taken over a minute after it expired, by the store’s clock alone', async () => {
  await publisher('a').take();
  const second = publisher('b');
  const waiting = second.take();
  // Moving the clock only wakes a publisher that is already asleep.
  await eventually(second.sleeps).toBe(1);
  // The publisher's own clock does not matter.
  second.clock.advance(3_600_000);
  await eventually(second.sleeps).toBe(2);
  fake.passTime(118_000);
  second.clock.advance(2_000);
  await eventually(second.sleeps).toBe(3);
  expect(written().owner).toBe('a');
  fake.passTime(4_000);
  second.clock.advance(2_000);
  expect((await waiting).wasClean).toBe(false);
  expect(written().owner).toBe('b');
});

test('the lock is renewed while it is held, so that nobody takes it over', async () => {
  const first = publisher('a');
  const held = await first.take();
  for (let turn = 1; turn <= 3; turn += 1) {
    // Waits until the publisher sleeps again; otherwise it would miss the next move of the clock.
    await eventually(first.sleeps).toBe(turn);
    first.clock.advance(20_000);
    await eventually(() => written().turn).toBe(turn);
  }
  held.assertHeld();
});

test('a publisher whose lock was taken over stops at once, and says so', async () => {
  const first = publisher('a');
  const held = await first.take();
  fake.passTime(121_000);
  await publisher('b').take();
  first.clock.advance(20_000);
  await eventually(() => held.signal.aborted).toBe(true);
  expect(() => held.assertHeld()).toThrow(/Another process publishes to s3:\/\/changelog\//);
  await held.release(true);
  expect(written().owner).toBe('b');
});

test('a publisher that was suspended for longer than its lock is valid sends nothing more', async () => {
  const first = publisher('a');
  const held = await first.take();
  fake.fault = (method) =>
    method === 'PUT' ? { kind: 'status', status: 403, code: 'AccessDenied' } : undefined;
  first.clock.advance(61_000);
  expect(() => held.assertHeld()).toThrow('because this process took too long');
  const put = store.put(
    'page',
    Buffer.from('late'),
    { headers: {}, mark: 'm' },
    { kind: 'any' },
    held,
  );
  await expect(put).rejects.toThrow('because this process took too long');
  expect(fake.asked.filter((asked) => asked.key === 'page')).toEqual([]);
});

test('a publisher whose answer was lost does not wait for its own lock', async () => {
  const faults: Fault[] = [{ kind: 'lost' }];
  fake.fault = (method) => (method === 'PUT' ? faults.shift() : undefined);
  const held = await publisher('a').take();
  expect(written().owner).toBe('a');
  await held.release(true);
  expect(written().owner).toBe(null);
});
