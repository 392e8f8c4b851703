import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFolder } from '../../../src/build/build-folder.ts';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { syncOnce } from '../../../src/deploy/sync-once.ts';
import { startApi } from '../whole-path/api.ts';
import { writeAwkward } from './awkward.ts';

export interface BuiltSites extends AsyncDisposable {
  /** Builds the content once more, as another maintainer would have set it up; gives its folder. */
  build(name: string, config: SiteConfigInput, basePath?: string): Promise<string>;
}

/** The awkward workspace, synced from the real service, ready to be built. */
export async function startBuiltSites(): Promise<BuiltSites> {
  const lifetimes = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'waymark-built-'));
  lifetimes.defer(() => rm(folder, { recursive: true, force: true }));
  const contentDir = join(folder, 'content');
  await using api = await startApi(await writeAwkward(folder));
  await syncOnce({ api: { baseUrl: api.url, key: api.key, auth: 'bearer' }, contentDir });
  return {
    build: async (name, config, basePath = '/') => {
      const outDir = join(folder, name);
      const siteConfig = join(folder, `${name}.config.ts`);
      await writeFile(siteConfig, `export default ${JSON.stringify(config)};\n`);
      await buildFolder({
        contentDir,
        outDir,
        siteUrl: 'https://example.com',
        basePath,
        siteConfig,
      });
      return outDir;
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
