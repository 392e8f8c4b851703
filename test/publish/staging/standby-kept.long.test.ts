import { cp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listGenerations } from '../../../src/publish/list.ts';
import { rollBack } from '../../../src/publish/rollback.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { version } from '../valid-site.ts';
import { startReady } from './start-ready.ts';

type Ready = Awaited<ReturnType<typeof startReady>>;

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

async function publishAll(it: Ready, publish: () => Promise<unknown>, versions = names) {
  for (const name of versions) {
    await it.build(version(name));
    await publish();
  }
}

async function generationsOf({ outDir }: Ready): Promise<string[]> {
  return (await listGenerations(outDir)).generations.map(({ name }) => name);
}

/** Checks that the published site is complete and has no other files than retained assets. */
async function expectLive(it: Ready, name: string): Promise<void> {
  const site = await it.site();
  expect(site).toMatchObject(await filesIn(it.built));
  expect(site['index.html']).toContain(`<h1>${name}</h1>`);
  const own = (files: Record<string, string>) =>
    Object.keys(files).filter((path) => !path.startsWith('_astro/'));
  expect(own(site)).toEqual(own(await filesIn(it.built)));
}

test('keeps five generations and a standby, however often a site is published', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  for (const name of names) {
    await publishAll(it, living.publish, [name]);
    const generations = await generationsOf(it);
    expect(generations.length).toBeLessThanOrEqual(5);
    expect((await it.kept()).sort()).toEqual(
      ['.spare', ...generations.flatMap((one) => [one, `${one}.json`])].sort(),
    );
  }
  expect(await generationsOf(it)).toHaveLength(5);
});

test('keeps a sixth generation, and no more, if a process never prepares a standby', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await publishAll(it, living.publishOnly);
  const generations = await generationsOf(it);
  expect(generations).toHaveLength(6);
  expect((await it.kept()).sort()).toEqual(
    generations.flatMap((one) => [one, `${one}.json`]).sort(),
  );
});

test('another process that publishes removes the standby and the sixth generation', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await publishAll(it, living.publish);
  expect(await it.publish()).toMatchObject({ kind: 'unchanged' });
  expect(await it.kept()).not.toContain('.spare');
  await publishAll(it, living.publishOnly, ['y']);
  await living.prepare();
  expect(await it.kept()).toContain('.spare');
  await publishAll(it, it.publish, ['z']);
  expect(await it.kept()).not.toContain('.spare');
  expect(await generationsOf(it)).toHaveLength(5);
  await publishAll(it, living.publish, ['x']);
  await expectLive(it, 'x');
});

test.each<[string, (spare: string) => Promise<void>]>([
  ['removed', (spare) => rm(spare, { recursive: true })],
  [
    'replaced',
    async (spare) => {
      await rename(spare, `${spare}-aside`);
      await cp(`${spare}-aside`, spare, { recursive: true });
      await writeFile(join(spare, 'rss.xml'), 'of somebody else');
      await rm(`${spare}-aside`, { recursive: true });
    },
  ],
])('publishes although someone %s the standby', async (_, change) => {
  await using it = await startReady();
  const living = it.startProcess();
  await publishAll(it, living.publish);
  await change(join(it.generations, '.spare'));
  await publishAll(it, living.publish, ['z']);
  await expectLive(it, 'z');
  await publishAll(it, living.publish, ['y']);
  await expectLive(it, 'y');
});

test('with two long-running processes, neither uses the standby of the other', async () => {
  await using it = await startReady();
  const [one, other] = [it.startProcess(), it.startProcess()];
  await publishAll(it, one.publish, ['a']);
  for (const [index, name] of names.entries())
    for (const [process, more] of [
      [one, ''],
      [other, 'x'],
      [one, 'y'],
    ] as const) {
      await it.build({ ...version(`${name}${more}`), [`page/${index}${more}/index.html`]: name });
      await process.publish();
      await expectLive(it, `${name}${more}`);
    }
});

test('a generation that is live after a rollback does not become the standby', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await publishAll(it, living.publishOnly);
  const oldest = (await generationsOf(it)).at(-1);
  await rollBack({ outDir: it.outDir, to: oldest, force: true, now: new Date() });
  const before = await filesIn(it.generations);
  expect(await living.prepare()).toBeUndefined();
  expect(await filesIn(it.generations)).toEqual(before);
  expect(await living.publish()).toMatchObject({ kind: 'paused' });
});

test('a refused site leaves all files unchanged, and the next site is published', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await publishAll(it, living.publish, ['a', 'b']);
  const before = [await it.files(), await it.kept()];
  await it.build({ ...version('c'), 'rss.xml': '<rss>' });
  expect(await living.publishOnly()).toMatchObject({ kind: 'refused' });
  expect(await it.files()).toEqual(before[0]);
  await publishAll(it, living.publish, ['d']);
  await expectLive(it, 'd');
});

test('neither follows nor publishes again a link that someone put into a generation', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await publishAll(it, living.publish, ['a']);
  await using temp = await tempFolder();
  const mine = temp.path;
  await writeFile(join(mine, 'thesis.txt'), 'mine');
  await rm(join(it.outDir, 'index.html'));
  await symlink(join(mine, 'thesis.txt'), join(it.outDir, 'index.html'));
  await symlink(mine, join(it.outDir, 'films'));
  await publishAll(it, living.publish);
  await expectLive(it, 'i');
  expect(await readdir(it.outDir)).not.toContain('films');
  expect(await readFile(join(mine, 'thesis.txt'), 'utf8')).toBe('mine');
});
