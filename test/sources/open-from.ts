import { join } from 'node:path';
import { parseSettings } from '../../src/config/settings.ts';
import { sourceSettings } from '../../src/config/source-settings.ts';
import { type OpenSourcesOptions, openSources } from '../../src/sync/run/open-sources.ts';
import { hastyClock } from '../client/start-client.ts';

/**
 * Opens the sources that the text of a `sources.yaml` lists.
 * @param folder to which paths in the text are relative
 * @param env settings and tokens of sources
 */
export async function openFrom(
  folder: string,
  text: string,
  env: Record<string, string | undefined> = {},
  over: Partial<OpenSourcesOptions> = {},
) {
  const names = Object.keys(sourceSettings) as (keyof typeof sourceSettings)[];
  return openSources({
    ...{ file: 'sources.yaml', text, cwd: folder, cacheDir: join(folder, '.cache') },
    ...{ settings: parseSettings(env, names), tokens: env },
    client: { download: async () => ({ kind: 'unusable', why: 'not asked in this test' }) },
    clock: hastyClock(),
    random: () => 0,
    ...over,
  });
}
