import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepPictures } from '../../../src/render/output/picture-cache.ts';
import { runTasks } from '../../../src/render/output/run-tasks.ts';
import type { Task } from '../../../src/render/routes/task.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const key = 'a'.repeat(32);

/** Draws cards into outputs, and counts how many were drawn. */
async function startDrawing() {
  const temp = await tempFolder();
  const cards = join(temp.path, 'cards');
  let drawn = 0;
  const card = (over: Partial<Task> = {}): Task => ({
    path: 'cards/a.jpg',
    key,
    isCached: true,
    run: async () => {
      drawn += 1;
      return Buffer.from('drawn');
    },
    ...over,
  });
  const render = async (task: Task, { site = 'site' }: { site?: string } = {}) => {
    const folder = join(temp.path, site);
    const [written] = await runTasks(folder, [task], [[0, undefined]], cards);
    return { written, text: await readFile(join(folder, task.path), 'utf8') };
  };
  return {
    cards,
    card,
    render,
    drawn: () => drawn,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('a card is drawn once for all outputs, and again for another key', async () => {
  await using it = await startDrawing();
  for (const site of ['one', 'two'])
    expect((await it.render(it.card(), { site })).text).toBe('drawn');
  expect(it.drawn()).toBe(1);
  await it.render(it.card({ key: 'b'.repeat(32) }), { site: 'one' });
  expect(it.drawn()).toBe(2);
});

test('only cards with a key and `isCached` are cached', async () => {
  await using it = await startDrawing();
  await it.render(it.card({ isCached: false }));
  await it.render(it.card({ key: undefined }));
  expect(await readdir(it.cards).catch(() => [])).toEqual([]);
});

test('a card that cannot be cached is still drawn', async () => {
  await using it = await startDrawing();
  await writeFile(it.cards, 'a file where a folder should be');
  expect((await it.render(it.card())).text).toBe('drawn');
});

test('a card without its picture is not cached, so the next build draws it again', async () => {
  await using it = await startDrawing();
  const lacking = it.card({
    run: async (onIncomplete) => {
      onIncomplete?.();
      return Buffer.from('without its picture');
    },
  });
  const first = await it.render(lacking);
  expect(first).toMatchObject({ text: 'without its picture', written: { isStandIn: true } });
  const next = await it.render(it.card());
  expect(next.text).toBe('drawn');
  expect(next.written).not.toHaveProperty('isStandIn');
});

test('removes the least recently used pictures, and keeps foreign files', async () => {
  await using temp = await tempFolder();
  const names = ['0', '1', '2', '3'].map(
    (digit) => `${digit.repeat(32)}.${digit === '1' ? 'png' : 'jpg'}`,
  );
  const others = ['holiday.jpg', 'notes.txt', `${'4'.repeat(31)}.jpg`];
  for (const [n, name] of [...names, ...others].entries()) {
    await writeFile(join(temp.path, name), '');
    await utimes(join(temp.path, name), 1000 + n, 1000 + n);
  }
  await sweepPictures(temp.path, 4, 2);
  expect((await readdir(temp.path)).length).toBe(7);
  await sweepPictures(temp.path, 3, 2);
  expect((await readdir(temp.path)).sort()).toEqual([...names.slice(2), ...others].sort());
});
