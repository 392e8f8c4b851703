import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampsIn } from '../support/files-in.ts';
import { gitHubRelease } from '../support/forge-rows.ts';
import { palettePng } from '../sync/pictures.ts';
import { type ForgeSync, startGitHubSync, token } from './github-family/sync-forge.ts';
import { openFrom } from './open-from.ts';
import { type SourceFolder, sourceFolder } from './source-folder.ts';

let it: ForgeSync;
let files: SourceFolder;
beforeEach(async () => {
  it = await startGitHubSync();
  files = await sourceFolder();
});
afterEach(async () => {
  await it[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

const generated =
  "## What's Changed\n* feat: a by @ada in https://github.example/acme/board/pull/1\n* fix: b by @bob in https://github.example/acme/board/pull/2\n";
const board = (...tags: string[]) =>
  it.fake.repository('acme/board', {
    releases: tags.map((tag_name, n) =>
      gitHubRelease(n + 1, { tag_name, body: generated, name: `Name of ${tag_name}` }),
    ),
  });
const run = async () => {
  const sources = await openFrom(
    files.path,
    `workspace: { id: w, name: Acme }
sources:
  - markdown: highlights
    over: acme/board
  - github: acme/board
`,
    { GITHUB_API_URL: it.fake.url, GITHUB_TOKEN: token },
  );
  return it.run([], { sources, assets: true });
};
const release = async (tag: string) =>
  [...(await it.content()).releases.values()].find(({ version }) => version === tag);
const notes = (report: Awaited<ReturnType<typeof run>>) =>
  report.sources?.flatMap((one) => one.notes).join('\n');

test('a file gives the release of its version title, summary, hero and opening', async () => {
  board('v1.0.0', 'v1.1.0');
  await files.put({
    'highlights/1.1.0.md':
      '---\nversion: "1.1.0"\ntitle: The fast one\nsummary: Fast.\nhero: { type: image, url: a.png }\n---\n\nSearch is **fast**.\n\n## Added\n\n- An index\n\n![see](a.png)\n',
    'highlights/a.png': await palettePng(),
  });
  const report = await run();
  expect(report.releases.total).toBe(2);
  expect(await release('1.1.0')).toMatchObject({
    ...{ title: 'The fast one', summary: 'Fast.', hero: { type: 'image' } },
    body: expect.stringMatching(
      /^<p>Search is <strong>fast<\/strong>\.<\/p>\n<h2.*Added.*<li>An index<\/li>.*<img src="waymark-asset:.*<hr class="all-changes">/s,
    ),
    excerpt: expect.stringMatching(/^Search is fast\./),
    changes: [{ html: expect.stringMatching(/^a/) }, { html: expect.stringMatching(/^b/) }],
  });
  const other = await release('1.0.0');
  expect(other).toMatchObject({ title: 'Name of v1.0.0', summary: null, hero: null });
  expect(JSON.stringify(other)).not.toContain('all-changes');
});

test('several files without a slug are used without a note', async () => {
  board('v1.0.0', 'v1.1.0');
  await files.put({
    'highlights/1.0.0.md': '---\nversion: "1.0.0"\n---\n\nFirst.\n',
    'highlights/1.1.0.md': '---\nversion: "1.1.0"\n---\n\nSecond.\n',
  });
  expect(notes(await run())).not.toContain('highlights/');
  expect((await release('1.1.0'))?.body).toMatch(/^<p>Second/);
});

test('a file without a title keeps that of the release, and another version with a v is the same', async () => {
  board('v1.0.0');
  await files.put({ 'highlights/1.md': '---\nversion: v1.0.0\n---\n\nHello.\n' });
  await run();
  expect(await release('1.0.0')).toMatchObject({ title: 'Name of v1.0.0', summary: null });
  expect((await release('1.0.0'))?.body).toMatch(/^<p>Hello\.<\/p><hr class="all-changes">/);
});

test('a text cannot contain the mark', async () => {
  board('v1.0.0');
  await files.put({
    'highlights/1.md': '---\nversion: "1.0.0"\n---\n\nA\n\n<hr class="all-changes">\n\nB\n',
  });
  await run();
  expect((await release('1.0.0'))?.body.split('all-changes')).toHaveLength(2);
});

test('a file that matches nothing yet is a warning, and makes no release', async () => {
  board('v1.0.0');
  await files.put({ 'highlights/2.md': '---\nversion: "2.0.0"\n---\n\nSoon.\n' });
  const report = await run();
  expect(notes(report)).toContain('highlights/2.md: no release has the version 2.0.0 yet');
  expect(report.sources?.[0]?.leftOut).toBe(1);
  expect(report.releases.total).toBe(1);
});

test('of two files for one version, the first by name is used, and the other is a warning', async () => {
  board('v1.0.0');
  await files.put({
    'highlights/b.md': '---\nversion: "1.0.0"\n---\n\nSecond.\n',
    'highlights/a.md': '---\nversion: "1.0.0"\n---\n\nFirst.\n',
  });
  const report = await run();
  expect((await release('1.0.0'))?.body).toMatch(/^<p>First/);
  expect(notes(report)).toContain('highlights/b.md: left out, as highlights/a.md has its version');
});

test('the project decides between releases of one version', async () => {
  board('v1.0.0', '@a/b@1.0.0');
  await files.put({ 'highlights/1.md': '---\nversion: "1.0.0"\n---\n\nHello.\n' });
  expect(notes(await run())).toContain('several releases have the version 1.0.0, so set "project"');
  await files.put({
    'highlights/1.md': '---\nversion: "1.0.0"\nproject: "@a/b"\n---\n\nHello.\n',
  });
  await run();
  const bodies = [...(await it.content()).releases.values()].map(({ body }) => body);
  expect(bodies.filter((body) => body.includes('Hello'))).toHaveLength(1);
});

test('an invalid file leaves the entry of its version as it was, and is named with its line', async () => {
  board('v1.0.0', 'v1.1.0');
  await files.put({ 'highlights/1.md': '---\nversion: "1.0.0"\n---\n\nHello.\n' });
  await run();
  await files.put({ 'highlights/1.md': '---\nversion: "1.0.0"\nreleased: now\n---\n\nBye.\n' });
  const report = await run();
  expect((await release('1.0.0'))?.body).toContain('Hello');
  expect(report.releases.total).toBe(2);
  expect(JSON.stringify(report)).toMatch(/Reading highlights\/1\.md failed: line 3/);
});

test('a folder that is missing fails the source, whose entries stay', async () => {
  board('v1.0.0');
  await files.put({ 'highlights/1.md': '---\nversion: "1.0.0"\n---\n\nHello.\n' });
  await run();
  await rm(join(files.path, 'highlights'), { recursive: true });
  await expect(run()).rejects.toThrow('highlights does not exist');
  expect((await release('1.0.0'))?.body).toContain('Hello');
});

test('a file that is taken away leaves the generated notes', async () => {
  board('v1.0.0');
  await files.put({
    'highlights/1.md': '---\nversion: "1.0.0"\n---\n\nHello.\n',
    'highlights/2.md': '---\nversion: "2.0.0"\n---\n\nSoon.\n',
  });
  await run();
  await files.put({ 'highlights/1.md': null });
  await run();
  expect((await release('1.0.0'))?.body).not.toContain('Hello');
});

test('a second sync writes nothing', async () => {
  board('v1.0.0');
  await files.put({ 'highlights/1.md': '---\nversion: "1.0.0"\n---\n\nHello.\n' });
  await run();
  const before = await stampsIn(it.folder);
  expect((await run()).files).toEqual({ written: 0, removed: 0 });
  expect(await stampsIn(it.folder)).toEqual(before);
});
