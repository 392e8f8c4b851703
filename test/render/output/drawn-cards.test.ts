import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweep } from '../../../src/render/output/drawn-cards.ts';
import { runTasks } from '../../../src/render/output/run-tasks.ts';
import type { Task } from '../../../src/render/routes/task.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const key = 'a'.repeat(32);

/** Outputs that cards are drawn into, and how often one was. */
async function startDrawing() {
  const temp = await tempFolder();
  const cards = join(temp.path, 'cards');
  let drawn = 0;
  const card = (over: Partial<Task> = {}): Task => ({
    path: 'cards/a.jpg',
    key,
    kept: 'cards',
    run: async () => {
      drawn += 1;
      return Buffer.from('drawn');
    },
    ...over,
  });
  /** Gives what was written, and what stands there then. */
  const bring = async (task: Task, { site = 'site' }: { site?: string } = {}) => {
    const folder = join(temp.path, site);
    const own = { folder, kept: join(temp.path, 'kept'), cards };
    const [written] = await runTasks(own, [task], [[0, undefined]]);
    return { written, text: await readFile(join(folder, task.path), 'utf8') };
  };
  return {
    cards,
    card,
    bring,
    drawn: () => drawn,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('a card is drawn once for all outputs, and again for another key', async () => {
  await using it = await startDrawing();
  for (const site of ['one', 'two'])
    expect((await it.bring(it.card(), { site })).text).toBe('drawn');
  expect(it.drawn()).toBe(1);
  await it.bring(it.card({ key: 'b'.repeat(32) }), { site: 'one' });
  expect(it.drawn()).toBe(2);
});

test('a card that cannot be kept is drawn all the same', async () => {
  await using it = await startDrawing();
  await writeFile(it.cards, 'a file where a folder should be');
  expect((await it.bring(it.card())).text).toBe('drawn');
});

test('a card that lacks its picture is not kept, and drawn again by the next build', async () => {
  await using it = await startDrawing();
  const lacking = it.card({
    run: async (onLack) => {
      onLack?.();
      return Buffer.from('without its picture');
    },
  });
  const first = await it.bring(lacking);
  expect(first).toMatchObject({ text: 'without its picture', written: { isStandIn: true } });
  const next = await it.bring(it.card());
  expect(next.text).toBe('drawn');
  expect(next.written).not.toHaveProperty('isStandIn');
});

test('of many cards those go that were not used for the longest time, and nothing of anybody else’s', async () => {
  await using temp = await tempFolder();
  const names = ['0', '1', '2', '3'].map((digit) => `${digit.repeat(32)}.jpg`);
  const others = ['holiday.jpg', 'notes.txt', `${'4'.repeat(31)}.jpg`];
  for (const [n, name] of [...names, ...others].entries()) {
    await writeFile(join(temp.path, name), '');
    await utimes(join(temp.path, name), 1000 + n, 1000 + n);
  }
  await sweep(temp.path, 4, 2);
  expect((await readdir(temp.path)).length).toBe(7);
  await sweep(temp.path, 3, 2);
  expect((await readdir(temp.path)).sort()).toEqual([...names.slice(2), ...others].sort());
});
