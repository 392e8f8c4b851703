import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import { runTasks } from '../../../src/render/output/run-tasks.ts';
import type { Task } from '../../../src/render/routes/task.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A picture that is drawn anew each time that it is asked for, and how often that was. */
async function startDrawing() {
  const temp = await tempFolder();
  const folders = { folder: join(temp.path, 'site'), kept: join(temp.path, 'kept') };
  let drawn = 0;
  const draw = async (key: string | undefined, over: Partial<Task> = {}) => {
    const run = async () => {
      drawn += 1;
      return Buffer.from(`drawn for ${key}`);
    };
    await runTasks(
      folders,
      [{ path: 'share.png', key, kept: 'renderer', run, ...over }],
      [[0, undefined]],
    );
    return readFile(join(folders.folder, 'share.png'), 'utf8');
  };
  return {
    draw,
    drawn: () => drawn,
    lock: () => tryLock(`${folders.kept}.lock`) ?? expect.fail('it is held'),
    kept: () => readdir(folders.kept).catch(() => []),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('what is kept with the renderer is rendered once for each key, and the last alone stays', async () => {
  await using it = await startDrawing();
  expect([await it.draw('a'), await it.draw('a')]).toEqual(['drawn for a', 'drawn for a']);
  expect(it.drawn()).toBe(1);
  expect([await it.draw('b'), await it.draw('b')]).toEqual(['drawn for b', 'drawn for b']);
  expect(it.drawn()).toBe(2);
  expect(await it.kept()).toHaveLength(1);
});

test('what another build is keeping at the moment is left alone, and nobody waits for it', async () => {
  await using it = await startDrawing();
  await it.draw('a');
  const before = await it.kept();
  using _other = it.lock();
  expect(await it.draw('b')).toBe('drawn for b');
  expect(await it.kept()).toEqual(before);
});

test('nothing is kept that does not ask for it, or that only its bytes tell apart', async () => {
  await using it = await startDrawing();
  await it.draw('a', { kept: undefined });
  await it.draw(undefined);
  expect(await it.kept()).toEqual([]);
});

test('a task that the plan does not hold is told of', async () => {
  await expect(runTasks({ folder: '/', kept: '/' }, [], [[7, undefined]])).rejects.toThrow(/7/);
});

test('draws two cards at once, before their turn, and writes each in its place', async () => {
  await using temp = await tempFolder();
  const begun: string[] = [];
  let [atOnce, most] = [0, 0];
  const second = Promise.withResolvers<void>();
  const card = (name: string): Task => ({
    path: `${name}.jpg`,
    key: name,
    kept: 'cards',
    run: async () => {
      begun.push(name);
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (begun.length === 2) second.resolve();
      await second.promise;
      atOnce -= 1;
      return Buffer.from(name);
    },
  });
  const page: Task = {
    path: 'index.html',
    key: 'page',
    kept: undefined,
    // Would wait for ever if cards were drawn in their turn.
    run: async () => Buffer.from(await second.promise.then(() => 'page')),
  };
  const tasks = [page, ...['a', 'b', 'c', 'd'].map(card)];
  const folders = { folder: temp.path, kept: temp.path, cards: join(temp.path, 'cards') };
  const asked = tasks.map((_, number): [number, undefined] => [number, undefined]);
  const written = await runTasks(folders, tasks, asked);
  expect(most).toBe(2);
  // Each looks for a kept card first, and either of two may be faster.
  expect([...begun.slice(0, 2).sort(), ...begun.slice(2).sort()]).toEqual(['a', 'b', 'c', 'd']);
  expect(written.map((file) => file?.size)).toEqual([4, 1, 1, 1, 1]);
  for (const name of begun)
    expect(await readFile(join(temp.path, `${name}.jpg`), 'utf8')).toBe(name);
});
