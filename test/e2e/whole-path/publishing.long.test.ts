import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { lstat, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { type Finished, runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { copySmallContent } from '../publish/small-content.ts';
import { withoutCards } from './written-site.ts';

/** Creates a folder with a copy of the content, which `build` builds into `dist`. */
async function startProject() {
  const temp = await tempFolder();
  const folder = temp.path;
  const content = join(folder, 'content');
  await copySmallContent(content);
  const siteConfig = join(folder, 'site.config.ts');
  await writeFile(siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
  const outDir = join(folder, 'dist');
  const build = (...args: string[]): Promise<Finished> =>
    runCommand('build', { cwd: folder, args, env: { SITE_CONFIG: siteConfig } });
  return {
    folder,
    content,
    outDir,
    build,
    beside: async () => (await readdir(folder)).sort(),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('a maintainer builds a site, publishes it, withdraws a release, and rolls back', async () => {
  await using it = await startProject();
  const secret = `secret-${randomUUID()}`;
  const release = join(it.content, 'releases/waymark-0-4-2.json');
  await writeFile(release, (await readFile(release, 'utf8')).replace(/"title": "/, `$&${secret} `));
  expect(await it.build()).toMatchObject({ code: 0, stderr: '' });
  expect((await lstat(it.outDir)).isDirectory()).toBe(true);
  expect(await it.beside()).toEqual(['content', 'dist', 'site.config.ts']);
  const before = await filesIn(it.outDir);

  const first = await it.build('--publish');
  expect(first).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /^Feeds, the sitemap .* contain http:\/\/localhost:4321, which readers cannot reach.*\n$/,
    ),
  });
  expect(first.stdout).toMatch(/^Published \d+ files in \d+\.\d s: /);
  expect(await readlink(it.outDir)).toMatch(/^generations\//);
  expect(await filesIn(it.outDir)).toEqual(before);

  await rm(release);
  expect((await it.build()).stdout).toMatch(/^Published \d+ files/);
  const withdrawn = 'releases/waymark-0-4-2/index.html';
  expect(Object.keys(await filesIn(it.outDir))).not.toContain(withdrawn);
  expect(await compiledWith(secret)).toEqual([]);
  await expectPreviewed(it.outDir);

  const back = await runHosted('publish', { cwd: it.folder, args: ['rollback'] });
  expect(back).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('/releases/waymark-0-4-2/'),
  });
  await runHosted('publish', { cwd: it.folder, args: ['rollback', '--force'] });
  expect(Object.keys(await filesIn(it.outDir))).toContain(withdrawn);
  expect(await it.build()).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Publishing is paused'),
  });
}, 120_000);

/** The files in the caches of compiled code that contain a text. */
async function compiledWith(text: string): Promise<string[]> {
  const folders = ['.cache/node', '.cache/renderers'];
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(folders.length);
  // Other builds may remove their cache files meanwhile.
  const read = (file: string) => readFile(file).catch(() => '');
  const found = await pLimit(16).map(files, async (file) => (await read(file)).includes(text));
  return files.filter((_, index) => found[index]);
}

/** Checks that `npm run preview` shows the built releases, and not the withdrawn one. */
async function expectPreviewed(outDir: string): Promise<void> {
  const preview = spawn(
    process.execPath,
    [resolve('node_modules/astro/bin/astro.mjs'), 'preview', '--port', '0'],
    { env: { ...process.env, OUT_DIR: outDir }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    let printed = '';
    for await (const text of preview.stdout.setEncoding('utf8')) {
      printed += text;
      const [url] = printed.match(/http:\/\/localhost:\d+\//) ?? [];
      if (!url) continue;
      expect(await (await fetch(`${url}releases/waymark-0-5-0/`)).text()).toContain('0.5.0');
      expect((await fetch(`${url}releases/waymark-0-4-2/`)).status).toBe(404);
      return;
    }
    throw new Error(`no preview: ${printed}`);
  } finally {
    preview.kill();
    if (preview.exitCode === null && preview.signalCode === null) await once(preview, 'exit');
  }
}
