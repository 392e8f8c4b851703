// @module-tag soak

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../src/model/limits.ts';
import { runCommand } from '../../support/command.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { startSync } from '../../sync/run-sync.ts';
import { withoutCards } from '../whole-path/written-site.ts';

// Each label has pages and feeds, so only `npm run test:soak` builds a site with all that may be shown.
const isSoak = process.env.SOAK_RUNS !== undefined;
const [types, labels, releases] = isSoak ? [300, 2100, 30] : [120, 30, 30];

test('a site is built even if the API sends more than it can show', async () => {
  const rows = Array.from({ length: releases }, (_, n) =>
    releaseRow(`r-${n}`, {
      changes: share(types, n).map((id) => ({ title: `Type ${id}`, content: `Change ${id}` })),
      labels: share(labels, n).map((id) => ({
        id: `l-${id}`,
        name: `Label ${id}`,
        slug: `l-${id}`,
      })),
    }),
  );
  rows.push(releaseRow('long', { title: 'long '.repeat(600_000), body: paragraphs(5_000_000) }));
  await using it = await startSync({
    workspace: { ...workspace, name: 'name '.repeat(600_000) },
    releases: rows,
  });
  const { warnings } = await it.run();
  const { workspace: most } = limits;
  expect(warnings).toEqual([
    'The workspace: shortened long parts (name).',
    expect.stringContaining(`Left out ${types - most.changeTypes} of ${types} types of changes: `),
    ...(isSoak ? [expect.stringMatching(/^Left out 100 of 2100 labels: Label 102000, /)] : []),
    expect.stringMatching(/^Release “long .+: shortened long parts \(title, body\)$/),
  ]);

  await using folder = await tempFolder(inMemory);
  const outDir = join(folder.path, 'out');
  const siteConfig = join(folder.path, 'site.config.ts');
  await writeFile(siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
  const env = {
    CONTENT_DIR: it.folder,
    SITE_URL: 'https://example.com',
    SITE_CONFIG: siteConfig,
  };
  const built = await runCommand('build', { cwd: folder.path, args: ['--out', outDir], env });
  expect(built.code, built.stderr).toBe(0);
  expect(built.stdout).toMatch(/^Built \d+ files into .*\.\n$/);
  const namesIn = (path: string) => readdir(join(outDir, path));
  expect(await namesIn('types')).toHaveLength(most.changeTypes);
  expect(await namesIn('labels')).toHaveLength(Math.min(labels, most.labels));
  const page = await readFile(join(outDir, 'releases/r-7/index.html'), 'utf8');
  for (const id of share(types, 7)) expect(page).toContain(`Change ${id}`);
  const news = JSON.parse(await readFile(join(outDir, 'news.json'), 'utf8'));
  const named = new Set(news.releases.flatMap((one: { types: string[] }) => one.types));
  expect([...named].every((type) => String(type) < 'type-100100')).toBe(true);
  for (const name of ['rss.xml', 'atom.xml', 'feed.json'])
    expect((await stat(join(outDir, name))).size).toBeLessThan(2_000_000);
}, 600_000);

/** The numbers of a release: each release has an equal share of `count`. */
function share(count: number, release: number): number[] {
  const size = count / releases;
  return Array.from({ length: size }, (_, n) => 100_000 + release * size + n);
}

function paragraphs(bytes: number): string {
  return `<p>${'words '.repeat(20)}</p>`.repeat(bytes / 127);
}
