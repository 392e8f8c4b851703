import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder } from '../../../src/build/build-folder.ts';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { syncOnce } from '../../../src/deploy/sync-once.ts';
import { madeOnce } from '../../support/run/made-once.ts';
import { startApi } from '../whole-path/api.ts';
import { writeAwkward } from './awkward.ts';

/**
 * The awkward workspace, synced from the real service, built as a maintainer may have set it up;
 * gives the site's folder. Made once for all tests of a run, which look at it only.
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
    await writeFile(siteConfig, `export default ${JSON.stringify(config)};\n`);
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
}
