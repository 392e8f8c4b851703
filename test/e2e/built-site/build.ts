import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { toJsonText } from '../../../src/lib/json.ts';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { entryPath, tableFiles } from '../../../src/store/layout.ts';
import { readContent } from '../../../src/store/read/read-content.ts';
import { syncOnce } from '../../../src/sync/run/sync-once.ts';
import { madeOnce } from '../../support/run/made-once.ts';
import { startApi } from '../whole-path/api.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { writeAwkward } from './awkward.ts';

/**
 * Syncs the awkward workspace from the real service and builds it with a site configuration;
 * returns the site's folder. It is built once per test run, so tests must not change it.
 */
export async function builtSite(
  name: string,
  config: SiteConfigInput,
  basePath = '/',
): Promise<string> {
  const workspace = await madeOnce('awkward', syncAwkward);
  const made = await madeOnce(`awkward-${name}`, async (folder) => {
    await mkdir(folder);
    const siteConfig = join(folder, 'site.config.ts');
    const shown = { ...withoutCards, ...config };
    await writeFile(siteConfig, `export default ${JSON.stringify(shown)};\n`);
    await buildFolder({
      contentDir: join(workspace, 'content'),
      outDir: join(folder, 'dist'),
      siteUrl: 'https://example.com',
      basePath,
      siteConfig,
    });
  });
  return join(made, 'dist');
}

async function syncAwkward(folder: string): Promise<void> {
  await mkdir(folder);
  await using api = await startApi(await writeAwkward(folder));
  const connection = { baseUrl: api.url, key: api.key, auth: 'bearer' } as const;
  await syncOnce({ api: connection, contentDir: join(folder, 'content') });
  await writeStory(join(folder, 'content'));
}

/**
 * Adds a history of the roadmap, which a first sync cannot have, and links to milestones in a
 * release.
 */
async function writeStory(contentDir: string): Promise<void> {
  const { milestones, releases } = await readContent(contentDir);
  const entries = [...milestones.values()];
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
  const log = entries.flatMap(({ id, status, stage }, n) => [
    { milestone: id, at: day(n), from: null, to: { status: 'Ideas', stage: 'BACKLOG' } },
    { milestone: id, at: day(n + 60), from: { status, stage: 'PLANNED' }, to: { status, stage } },
  ]);
  log.sort((a, b) => (a.at < b.at ? -1 : 1));
  await writeFile(join(contentDir, tableFiles.roadmapLog), toJsonText(log));
  const release = [...releases.values()].find(({ slug }) => slug === 'what-waymark-is-for');
  if (!release) throw new Error('the release to be changed is gone');
  const links = entries.slice(0, 20).map(({ slug }) => {
    return `<a href="https://example.com/roadmap/${slug}/" rel="noopener nofollow ugc">${slug}</a>`;
  });
  const told = { ...release, body: `${release.body}<p>${links.join(' ')}</p>` };
  await writeFile(join(contentDir, entryPath('releases', release.slug)), toJsonText(told));
}
