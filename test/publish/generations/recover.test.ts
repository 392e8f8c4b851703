import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPublic } from '../start-public.ts';

test('removes what killed runs left: partial copies, partial removals, links and manifests', async () => {
  await using it = await startPublic();
  await it.publish('a');
  const live = await it.live();
  const at = (name: string) => join(it.generations, name);
  await mkdir(at('.next/releases'), { recursive: true });
  await writeFile(at('.next/index.html'), 'half');
  await mkdir(at('20250101T000000000Z-0123456789ab'));
  await writeFile(at('20250101T000000001Z-0123456789ab.json'), '{}');
  await writeFile(at(`${live}.json.4f0c.tmp`), '{');
  await writeFile(at('.state.json.4f0c.tmp'), '{');
  await symlink('nowhere', join(it.outDir, '../.dist.waymark-link'));
  await it.publish('b');
  expect(await it.kept()).toEqual(
    ['.state.json', live, `${live}.json`, await it.live(), `${await it.live()}.json`].sort(),
  );
  expect(await it.beside()).toEqual(['dist', 'generations']);
});

test('removes a complete generation that never went live', async () => {
  await using it = await startPublic();
  await it.publish('a');
  const live = await it.live();
  const never = '20990101T000000000Z-0123456789ab';
  await cp(join(it.generations, live), join(it.generations, never), { recursive: true });
  await cp(join(it.generations, `${live}.json`), join(it.generations, `${never}.json`));
  await it.publish('b');
  expect((await it.list()).generations.map(({ name }) => name)).toEqual([await it.live(), live]);
});

test('removes an excess generation of a killed run, even if nothing is new', async () => {
  await using it = await startPublic();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await it.publish(name);
  const [oldest = ''] = (await it.list()).generations.map(({ name }) => name).toReversed();
  const sixth = '20250101T000000000Z-0123456789ab';
  await cp(join(it.generations, oldest), join(it.generations, sixth), { recursive: true });
  await cp(join(it.generations, `${oldest}.json`), join(it.generations, `${sixth}.json`));
  expect(await it.publish('e')).toMatchObject({ kind: 'unchanged' });
  const names = (await it.list()).generations.map(({ name }) => name);
  expect(names).toHaveLength(5);
  expect(names).not.toContain(sixth);
});

test('keeps foreign files in the generations folder', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await mkdir(join(it.generations, 'x-men'));
  await writeFile(join(it.generations, 'notes.txt'), 'mine');
  await it.publish('b');
  expect(await it.kept()).toEqual(expect.arrayContaining(['notes.txt', 'x-men']));
});

test('keeps the live generation although its manifest is gone', async () => {
  await using it = await startPublic();
  await it.publish('a', 'one');
  const [live, before] = [await it.live(), await it.site()];
  await rm(join(it.generations, `${live}.json`));
  expect(await it.publish('a', 'one')).toEqual({ kind: 'unchanged', generation: live });
  expect(await it.site()).toEqual(before);
});

test('restores the site if a run was killed between moving the plain folder and linking', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await rm(it.outDir);
  const failing = it.publishFiles({ 'index.html': undefined });
  expect(await failing).toMatchObject({ kind: 'refused' });
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});

test('shows the newest remaining generation if the live one was removed by hand', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  await rm(join(it.generations, await it.live()), { recursive: true });
  expect(await it.publishFiles({ 'index.html': undefined })).toMatchObject({ kind: 'refused' });
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});
