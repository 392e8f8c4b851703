import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '../../../bench/support/project.ts';
import { eventually } from '../../support/eventually.ts';
import { changes } from '../incremental/changes.ts';
import { copyProjectOfWorlds } from '../incremental/site-of-world.ts';
import { firstWorld, type World } from '../incremental/world.ts';
import { apiKey, isRunning, startReceiver } from './start-receiver.ts';
import { expectAsClean, publishElsewhere, siteOf } from './worker-site.ts';

// One story of one site: each chapter begins with a worker that is ready.

let project: Project;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let world: World;
let number = 0;

beforeAll(async () => {
  project = await copyProjectOfWorlds();
  world = firstWorld();
  receiver = await startReceiver(project, await siteOf(project, world));
  await receiver.build();
  await receiver.start();
  // Nothing is: it is ready then.
  await receiver.publish();
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await project?.[Symbol.asyncDispose]();
});

/** Something happens to the site. */
function change(name: string) {
  number += 1;
  changes[name]?.(world, () => 0.4, number);
  return siteOf(project, world);
}

const live = { outcome: { kind: 'live', generation: expect.any(String) } };

test('publications one after the other come to what a clean build gives', async () => {
  const names = [
    'edits a release',
    'adds a label to a release',
    'removes a release',
    'adds a milestone',
  ];
  for (const name of names) {
    await change(name);
    expect(await receiver.publish(), name).toMatchObject(live);
  }
  await expectAsClean(project, await siteOf(project, world), names.join(', '));
});

test('it tells of releases that no card can show', async () => {
  // Only the newest have cards.
  const release = world.releases.at(-1);
  if (release) release.title = '更快的搜索';
  await siteOf(project, world);
  expect(await receiver.publish()).toMatchObject({
    ...live,
    notes: [expect.stringContaining('“更快的搜索”')],
  });
  if (release) release.title = 'Faster search';
});

test('what another process published meanwhile is taken into account', async () => {
  await publishElsewhere(project, await change('gives a release another title and address'));
  const site = await change('inserts a release');
  expect(await receiver.publish()).toMatchObject(live);
  await expectAsClean(project, site, 'inserts a release');
});

// Settings come by the same way as the code.
test('a worker of other code gives way to a build of its own, and another takes its place', async () => {
  const name = 'changes the code';
  const before = receiver.pid();
  await change(name);
  const { outcome, error } = (await receiver.publish()) ?? {};
  expect([outcome, error]).toEqual([undefined, undefined]);
  await eventually(() => isRunning(before)).toBe(false);
  expect(await receiver.build()).toMatchObject(live);
  await receiver.start();
  const next = await change('edits a release');
  expect(await receiver.publish()).toMatchObject(live);
  expect(receiver.pid()).not.toBe(before);
  await expectAsClean(project, next, name);
});

test.each(['build', 'publish'])(
  'killed when it had come as far as to %s, it is as if it had never been there',
  async (last) => {
    await change('renames a label');
    const killed = await receiver.publish((part) => {
      if (part === last) receiver.killWorker();
    });
    expect(killed?.error).toBeUndefined();
    await eventually(() => isRunning(receiver.pid())).toBe(false);
    const site = await change('edits a milestone');
    expect((await receiver.publish())?.outcome).toBeUndefined();
    expect(await receiver.build()).toMatchObject(live);
    await expectAsClean(project, site, 'edits a milestone');
    await receiver.start();
    await change('edits a release');
    expect(await receiver.publish()).toMatchObject(live);
  },
);

test('a site that is refused is told as a build of its own tells it, and the old one stays', async () => {
  const empty = join(project.folder, 'public/empty.html');
  await mkdir(join(empty, '..'), { recursive: true });
  await writeFile(empty, '');
  await change('edits a release');
  const page = () => readFile(join(project.folder, 'live/dist/index.html'), 'utf8');
  const before = await page();
  const refused = await receiver.publish();
  expect(refused?.error).toMatchObject({ exitCode: 1, message: expect.stringContaining('empty') });
  expect(refused).toEqual(await receiver.build());
  expect(await page()).toBe(before);
  await rm(empty);
  expect(await receiver.build()).toMatchObject(live);
  await receiver.start();
});

test('the key is in neither its environment nor its arguments', async () => {
  const told = (name: string) => readFile(`/proc/${receiver.pid()}/${name}`, 'utf8');
  expect(await told('environ')).toContain('CONTENT_DIR=');
  expect(await told('cmdline')).toContain('worker.ts');
  for (const name of ['environ', 'cmdline']) expect(await told(name)).not.toContain(apiKey);
});

test('it ends with the process that has it, killed or not', async () => {
  const pid = receiver.pid();
  expect(isRunning(pid)).toBe(true);
  receiver.process.kill('SIGKILL');
  await eventually(() => isRunning(pid)).toBe(false);
});
