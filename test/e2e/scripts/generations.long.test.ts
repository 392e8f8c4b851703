import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { publish } from '../../../src/publish/publish.ts';
import { requirementsOf, version, writeSite } from '../../publish/valid-site.ts';
import { runCommand, startCommand } from '../../support/command.ts';
import { canMount } from '../../support/own-disk.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { startFakeS3 } from '../../support/s3/fake-s3.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
beforeEach(async () => {
  folder = await tempFolder(inMemory);
});
afterEach(() => folder[Symbol.asyncDispose]());

const run = (...args: string[]) => runHosted('publish', { cwd: folder.path, args });

async function publishSite(name: string, ...slugs: string[]): Promise<string> {
  const built = join(folder.path, name);
  await writeSite(built, version(name, ...slugs));
  const outcome = await publish({
    built,
    index: await indexFiles(built),
    outDir: join(folder.path, 'dist'),
    requirements: requirementsOf(...slugs),
    now: new Date(),
  });
  if (outcome.kind !== 'published') throw new Error(outcome.kind);
  return outcome.generation;
}

/** The output with generations, times and folders replaced by placeholders. */
function words(text: string): string {
  return text
    .replaceAll(folder.path, '…')
    .replace(/\d{8}T\d{9}Z-[0-9a-f]{12}/g, '<generation>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

test('without a generation, says how to publish one', async () => {
  const { code, stdout } = await run('list');
  expect(code).toBe(0);
  expect(words(stdout)).toMatchInlineSnapshot(`
    "Nothing is published in …/dist. Publish with npm run build -- --publish or the receiver (npm run webhook).
    "
  `);
  const refused = await run('rollback');
  expect(refused.code).toBe(1);
  expect(words(refused.stderr)).toMatchInlineSnapshot(`
    "…/dist has no older generation. Publish with npm run build -- --publish or the receiver (npm run webhook).
    "
  `);
  expect(await run('resume')).toMatchObject({
    code: 0,
    stdout: 'Nothing to resume: publishing was not paused.\n',
  });
});

test('lists generations, newest first, and marks the live one', async () => {
  const names = [await publishSite('a', 'one'), await publishSite('b', 'one', 'two')];
  const { stdout } = await run('list');
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual(names.toReversed());
  expect(words(stdout)).toMatchInlineSnapshot(`
    "<generation>	<time>	5 pages	live
    <generation>	<time>	4 pages
    "
  `);
});

test('--json prints the list as one document', async () => {
  const name = await publishSite('a', 'one');
  expect(JSON.parse((await run('list', '--json')).stdout)).toEqual({
    outDir: join(folder.path, 'dist'),
    generations: [{ name, time: expect.stringMatching(/^\d{4}-.*Z$/), pages: 4, live: true }],
  });
});

test('rolls back, says that publishing is paused, and resumes', async () => {
  await publishSite('a');
  await publishSite('b');
  const { code, stdout } = await run('rollback');
  expect(code).toBe(0);
  expect(words(stdout)).toMatchInlineSnapshot(`
    "…/dist shows generation <generation> instead of <generation>.
    Publishing is paused until you run: npm run publish:resume
    "
  `);
  expect(words((await run('list')).stdout)).toMatchInlineSnapshot(`
    "<generation>	<time>	3 pages
    <generation>	<time>	3 pages	live
    Publishing is paused since <time>, because of a rollback from <generation> to <generation>. To publish again, run: npm run publish:resume
    "
  `);
  expect(await run('resume')).toMatchObject({
    code: 0,
    stdout: 'Publishing is allowed again: the next build goes live.\n',
  });
});

test('rollback --quiet prints the results, but not the progress of the bucket', async () => {
  await using fake = await startFakeS3();
  const env = { ...fake.env, SITE_URL: 'https://acme.dev' };
  const rollBack = (...args: string[]) =>
    runHosted('publish', { cwd: folder.path, env, args: ['rollback', ...args] });
  for (const name of ['a', 'b', 'c']) await publishSite(name);
  expect(await rollBack()).toMatchObject({ code: 0, stderr: 'Updating the bucket: 6\n' });
  const { code, stdout, stderr } = await rollBack('--quiet');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/ shows generation .*\ns3:\/\/\S+ is up to date: .*\n$/s);
});

test('names entries that were withdrawn since, exits 1, and restores them only with --force', async () => {
  await publishSite('a', 'kept', 'secret');
  await publishSite('b', 'kept');
  const { code, stderr } = await run('rollback');
  expect(code).toBe(1);
  expect(words(stderr)).toMatchInlineSnapshot(`
    "Generation <generation> has pages that were withdrawn later:
      /releases/secret/
    Nothing was changed. To show these pages again, run: npm run publish:rollback -- --force
    "
  `);
  const forced = await run('rollback', '--force');
  expect(forced.code).toBe(0);
  expect(words(forced.stdout)).toMatchInlineSnapshot(`
    "…/dist shows generation <generation> instead of <generation>.
    These pages are shown again, although they were withdrawn later:
      /releases/secret/
    Publishing is paused until you run: npm run publish:resume
    "
  `);
});

test('rolls back to the given generation, and refuses names that do not fit', async () => {
  const first = await publishSite('a', 'secret');
  const second = await publishSite('b');
  const third = await publishSite('c');
  const refused = await run('rollback', first);
  expect(refused.stderr).toContain(
    `To show these pages again, run: npm run publish:rollback -- --force ${first}`,
  );
  const { code, stdout } = await run('rollback', '--force', first);
  expect(code).toBe(0);
  expect(stdout).toContain(`shows generation ${first} instead of ${third}`);
  for (const [name, why] of [
    ['bogus', /has no generation bogus. npm run publish:list lists/],
    [second, /is newer than .*npm run publish:resume/],
  ] as const) {
    const refused = await run('rollback', '--force', name);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(why)]);
  }
});

test('says that nothing can be changed if its lock cannot be taken', async () => {
  await publishSite('a');
  await publishSite('b');
  const lock = join(folder.path, 'generations/.lock');
  await rm(lock);
  await mkdir(lock);
  const { code, stderr } = await run('rollback');
  expect(code).toBe(1);
  expect(words(stderr)).toMatchInlineSnapshot(`
    "The live site in …/dist cannot be changed (…/generations/.lock: unable to open database file). Make that file and its folder writable for this user.
    It is unchanged.
    "
  `);
});

// Copies the site to a read-only disk and runs the command there, if the system allows mounts.
const onReadOnly = `mkdir disk && mount -t tmpfs tmpfs disk && cp -a generations dist disk &&
  mount -o remount,ro "$PWD/disk" && cd disk && exec "$@"`;
const within = ['unshare', '--map-root-user', '--mount', 'sh', '-c', onReadOnly, 'sh'];

test.each(canMount ? ['rollback', 'resume'] : [])(
  '%s reports a read-only disk in one line',
  async (name) => {
    for (const site of ['a', 'b', 'c']) await publishSite(site);
    await run('rollback');
    const cwd = folder.path;
    const { code, stderr } = await runCommand('publish', { cwd, args: [name], within });
    expect(code).toBe(1);
    expect(words(stderr)).toMatch(
      /^The live site in …\/disk\/dist cannot be changed \(EROFS: .*\)\. Make the disk writable, or .*\.\nIt is unchanged\.\n$/,
    );
  },
);

test('serve shows the live generation, and the previous one after a rollback', async () => {
  await publishSite('a');
  await publishSite('b');
  await using serving = startCommand('serve', { cwd: folder.path, args: ['--port', '0'] });
  const [, url = ''] = await serving.printed(/is served at (\S+)/);
  expect(await (await fetch(url)).text()).toContain('<h1>b</h1>');
  await run('rollback');
  expect(await (await fetch(url)).text()).toContain('<h1>a</h1>');
  const paths = ['%2e%2e/generations/.state.json', '..%2fgenerations%2f.state.json'];
  for (const path of paths) expect((await fetch(`${url}${path}`)).status).toBe(404);
  serving.process.kill('SIGTERM');
  expect(await serving.finished).toMatchObject({ code: 0, stderr: '' });
});

test('serve says that nothing is published yet, and shows what is published later', async () => {
  await using serving = startCommand('serve', {
    cwd: folder.path,
    args: ['--port', '0'],
    env: { BASE_PATH: '/notes/' },
  });
  await serving.printed(/does not exist yet. To create it, run:/);
  const [, url = ''] = await serving.printed(/is served at (\S+)/);
  expect(url).toMatch(/\/notes\/$/);
  expect((await fetch(url)).status).toBe(503);
  await publishSite('a');
  expect((await fetch(url)).status).toBe(200);
});
