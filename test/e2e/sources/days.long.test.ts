import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SourceFolder, sourceFolder } from '../../sources/source-folder.ts';
import { runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { withoutCards } from '../whole-path/written-site.ts';

// A changelog of days, on a site where noon UTC is another day.

const zone = 'Pacific/Auckland';
const sourcesIn = (timeZone: string) => `workspace: { id: acme, name: Acme }
timeZone: ${timeZone}
sources:
  - changelog: CHANGELOG.md
`;
const files = {
  'sources.yaml': sourcesIn(zone),
  'CHANGELOG.md': `## 1.1.0 - 2026-06-15
- winter time there
## 0.9.0 - 2025-12-31
- summer time there
`,
  'site.config.ts': `import { writeFileSync } from 'node:fs';

writeFileSync(new URL('./loaded', import.meta.url), '');
export default ${JSON.stringify({ ...withoutCards, timeZone: zone })};
`,
};

let folder: SourceFolder;
let env: Record<string, string>;
const run = (name: 'sync' | 'build', ...args: string[]) =>
  (name === 'sync' ? runHosted : runCommand)(name, { cwd: folder.path, env, args });
const page = (path: string) => readFile(join(folder.path, 'dist', path), 'utf8');

beforeAll(async () => {
  folder = await sourceFolder(files);
  env = {
    CONTENT_DIR: join(folder.path, 'content'),
    SITE_CONFIG: join(folder.path, 'site.config.ts'),
    SITE_URL: 'https://changelog.waymark.dev',
  };
});
afterAll(() => folder[Symbol.asyncDispose]());

test('a dry run does not load site.config.ts', async () => {
  expect(await run('sync', '--dry-run')).toMatchObject({ code: 0 });
  expect(await run('sync')).toMatchObject({ code: 0 });
  // A published release gains a change. Whether it needs action depends on a setting of the site.
  const changelog = files['CHANGELOG.md'].replace('there\n', 'there\n### Security\n- one more\n');
  await folder.put({ 'CHANGELOG.md': changelog });
  expect(await run('sync', '--dry-run')).toMatchObject({ code: 0 });
  expect(await filesIn(folder.path)).not.toHaveProperty('loaded');
  await folder.put(files);
});

test('every page shows the written days, and a build without changes is the same', async () => {
  expect(await run('sync')).toMatchObject({ code: 0 });
  expect(await run('build')).toMatchObject({ code: 0, stderr: '' });
  expect(await page('2025/index.html')).toContain('31 Dec 2025');
  await expect(page('2026/index.html')).resolves.toContain('15 Jun 2026');
  expect(await page('releases/acme-1-1-0/index.html')).toContain('15 June 2026');
  const texts = Object.entries(await filesIn(join(folder.path, 'dist')));
  const wrong = /(?:16 June|16 Jun|1 January|1 Jan) 2026/;
  expect(texts.filter(([, text]) => wrong.test(text)).map(([name]) => name)).toEqual([]);
});

test('the address of a year that an older version had redirects', async () => {
  await folder.put({ 'CHANGELOG.md': '## 0.9.0 - 2025-12-31\n- summer time there\n' });
  // Without a zone, the day has its noon in UTC, as in entries of older versions.
  await writeFile(join(folder.path, 'sources.yaml'), sourcesIn('UTC'));
  await rm(join(folder.path, 'content'), { recursive: true });
  expect(await run('sync')).toMatchObject({ code: 0 });
  const built = await run('build');
  expect(built.stderr).toContain('The timeZone is Pacific/Auckland in the site');
  expect(await page('2026/index.html')).toContain('url=/2025/');
  expect(await page('_redirects')).toContain('/2026/ /2025/ 301');
  const incremental = await filesIn(join(folder.path, 'dist'));
  expect(await run('build', '--full')).toMatchObject({ code: 0 });
  const full = await filesIn(join(folder.path, 'dist'));
  const names = Object.keys({ ...full, ...incremental });
  expect(names.filter((name) => full[name] !== incremental[name])).toEqual([]);
});
