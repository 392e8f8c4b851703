import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../src/lib/files/lock.ts';
import { startPublic } from './start-public.ts';

const heading = async (it: { site(): Promise<Record<string, string>> }) =>
  (await it.site())['index.html']?.match(/<h1>(.*)<\/h1>/)?.[1];

test('restores the previous generation, byte for byte', async () => {
  await using it = await startPublic();
  await it.publish('a', 'one');
  const [first, before] = [await it.live(), await it.site()];
  await it.publish('b', 'one', 'two');
  const second = await it.live();
  expect(await it.rollBack()).toEqual({
    kind: 'rolled back',
    from: second,
    to: first,
    returned: [],
  });
  expect(await it.live()).toBe(first);
  expect(await it.site()).toMatchObject(before);
});

test.each(['rollBack', 'resume'] as const)(
  '%s waits for a process that changes the site',
  async (name) => {
    await using it = await startPublic();
    await it.publish('a');
    await it.publish('b');
    if (name === 'resume') await it.rollBack();
    const lock = tryLock(join(it.generations, '.lock'));
    const seen: string[] = [];
    const onWait = (who: string) => {
      seen.push(who);
      lock?.[Symbol.dispose]();
    };
    await (name === 'resume' ? it.resume({ onWait }) : it.rollBack(false, undefined, { onWait }));
    expect(seen).toEqual([`Another process is changing the live site in ${it.outDir}`]);
    const kind = name === 'resume' ? 'published' : 'paused';
    expect(await it.publish('c')).toMatchObject({ kind });
  },
);

test('pauses publishing until it is resumed', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  await it.rollBack();
  const outcome = await it.publish('c');
  expect(outcome).toMatchObject({ kind: 'paused', why: expect.stringContaining('publish:resume') });
  expect((await it.list()).paused).toContain('Publishing is paused since 2026-01-01');
  expect(await heading(it)).toBe('a');
  expect(await it.resume()).toBe(true);
  expect((await it.list()).paused).toBeUndefined();
  expect(await it.publish('c')).toMatchObject({ kind: 'published' });
  expect(await heading(it)).toBe('c');
});

test('after a resume, publishes the rolled-back site if it is built again', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  await it.rollBack();
  await it.resume();
  expect(await it.publish('b')).toMatchObject({ kind: 'published' });
  expect(await heading(it)).toBe('b');
});

test('never goes back to a generation that was rolled back', async () => {
  await using it = await startPublic();
  await it.publish('good');
  await it.publish('bad');
  await it.rollBack();
  await it.resume();
  await it.publish('better');
  await it.rollBack();
  expect(await heading(it)).toBe('good');
});

test('lists entries withdrawn since, and restores them only with `force`', async () => {
  await using it = await startPublic();
  await it.publish('a', 'kept', 'secret', 'wrong');
  const first = await it.live();
  await it.publish('b', 'kept');
  const before = await it.site();
  const withdrawn = ['releases/secret/', 'releases/wrong/'];
  expect(await it.rollBack()).toEqual({ kind: 'refused', to: first, withdrawn });
  expect(await it.site()).toEqual(before);
  expect((await it.list()).paused).toBeUndefined();
  expect(await it.rollBack(true)).toMatchObject({ kind: 'rolled back', returned: withdrawn });
  expect(Object.keys(await it.site())).toContain('releases/secret/index.html');
});

test('does not count an entry as withdrawn if its old URL redirects', async () => {
  await using it = await startPublic();
  await it.publish('a', 'old');
  await it.publishFiles({ 'releases/old/index.html': 'moved', 'releases/new/index.html': 'new' });
  expect(await it.rollBack()).toMatchObject({ kind: 'rolled back' });
});

test('a second rollback goes to the generation before', async () => {
  await using it = await startPublic();
  for (const name of ['a', 'b', 'c']) await it.publish(name);
  await it.rollBack();
  await it.rollBack();
  expect(await heading(it)).toBe('a');
  expect(await it.rollBack()).toEqual({ kind: 'nowhere to go' });
  expect(await heading(it)).toBe('a');
});

test('goes back to a named generation, skipping others', async () => {
  await using it = await startPublic();
  const names: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    await it.publish(name);
    names.push(await it.live());
  }
  const [first, , third] = names;
  expect(await it.rollBack(false, first)).toEqual({
    kind: 'rolled back',
    from: third,
    to: first,
    returned: [],
  });
  expect(await heading(it)).toBe('a');
  expect((await it.list()).paused).toContain('Publishing is paused since 2026-01-01');
});

test('lists entries withdrawn since the named generation', async () => {
  await using it = await startPublic();
  await it.publish('a', 'kept', 'secret');
  const first = await it.live();
  await it.publish('b', 'kept');
  await it.publish('c', 'kept');
  const withdrawn = ['releases/secret/'];
  expect(await it.rollBack(false, first)).toEqual({ kind: 'refused', to: first, withdrawn });
  expect(await heading(it)).toBe('c');
  expect(await it.rollBack(true, first)).toMatchObject({ returned: withdrawn });
});

test('refuses a generation that is unknown, live or newer', async () => {
  await using it = await startPublic();
  await it.publish('a');
  const first = await it.live();
  await it.publish('b');
  const second = await it.live();
  const unknown = '20260101T000000000Z-0123456789ab';
  expect(await it.rollBack(true, unknown)).toEqual({ kind: 'unknown', to: unknown });
  expect(await it.rollBack(true, '../b')).toEqual({ kind: 'unknown', to: '../b' });
  expect(await it.rollBack(true, second)).toEqual({ kind: 'not older', to: second, live: second });
  await it.rollBack();
  expect(await it.rollBack(true, second)).toEqual({ kind: 'not older', to: second, live: first });
  expect(await heading(it)).toBe('a');
});

test('does nothing and writes nothing if nothing was published', async () => {
  await using it = await startPublic();
  expect(await it.rollBack()).toEqual({ kind: 'nowhere to go' });
  expect(await it.resume()).toBe(false);
  expect(await it.list()).toEqual({ generations: [], paused: undefined });
  expect(await it.beside()).toEqual([]);
});
