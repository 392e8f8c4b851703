import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTasks } from '../../../src/render/output/run-tasks.ts';
import type { Task } from '../../../src/render/routes/task.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('throws for a task outside the plan', async () => {
  await expect(runTasks('/', [], [[7, undefined]])).rejects.toThrow(/7/);
});

test('draws two cards at once, ahead of other files, and writes each to its path', async () => {
  await using temp = await tempFolder();
  const begun: string[] = [];
  let [atOnce, max] = [0, 0];
  const second = Promise.withResolvers<void>();
  const card = (name: string): Task => ({
    path: `${name}.jpg`,
    key: name,
    isCached: true,
    run: async () => {
      begun.push(name);
      atOnce += 1;
      max = Math.max(max, atOnce);
      if (begun.length === 2) second.resolve();
      await second.promise;
      atOnce -= 1;
      return Buffer.from(name);
    },
  });
  const page: Task = {
    path: 'index.html',
    key: 'page',
    isCached: false,
    // Would never end if the page were rendered before two cards have started.
    run: async () => Buffer.from(await second.promise.then(() => 'page')),
  };
  const tasks = [page, ...['a', 'b', 'c', 'd'].map(card)];
  const requested = tasks.map((_, number): [number, undefined] => [number, undefined]);
  const written = await runTasks(temp.path, tasks, requested, join(temp.path, 'cards'));
  expect(max).toBe(2);
  // Of two concurrent cards, either may finish its cache lookup first.
  expect([...begun.slice(0, 2).sort(), ...begun.slice(2).sort()]).toEqual(['a', 'b', 'c', 'd']);
  expect(written.map((file) => file?.size)).toEqual([4, 1, 1, 1, 1]);
  for (const name of begun)
    expect(await readFile(join(temp.path, `${name}.jpg`), 'utf8')).toBe(name);
});
