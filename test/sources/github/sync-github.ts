import { join } from 'node:path';
import { createClient } from '../../../src/client/client.ts';
import type { ForgeEntry } from '../../../src/config/sources-file.ts';
import { digest } from '../../../src/lib/digest.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import {
  createForgeSource,
  type ForgeSourceOptions,
} from '../../../src/sources/forge/forge-source.ts';
import { gitHub } from '../../../src/sources/github/github.ts';
import type { Source } from '../../../src/sources/source.ts';
import { type Content, readContent } from '../../../src/store/read/read-content.ts';
import { createBudget } from '../../../src/sync/prepare/assets/budget.ts';
import { cleanHtml } from '../../../src/sync/prepare/html/parse-body.ts';
import type { SyncOptions } from '../../../src/sync/session.ts';
import { sync } from '../../../src/sync/sync.ts';
import type { SyncReport } from '../../../src/sync/write/report/report.ts';
import { hastyClock } from '../../client/start-client.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export const token = 'github_pat_secret';

export interface GitHubSync extends AsyncDisposable {
  github: FakeGitHub;
  folder: string;
  cacheFile: string;
  source(
    entry?: Partial<ForgeEntry & { github: string }>,
    over?: Partial<ForgeSourceOptions>,
  ): Source;
  /** One sync into the folder; the default source is `acme/board`. */
  run(sources?: Source[], over?: Partial<SyncOptions>): Promise<SyncReport>;
  content(): Promise<Content>;
}

/** A fake GitHub, a new folder, and the real source and sync. */
export async function startGitHubSync(): Promise<GitHubSync> {
  const lifetimes = new AsyncDisposableStack();
  const github = lifetimes.use(await startGitHub({ token }));
  const { path } = lifetimes.use(await tempFolder());
  const [folder, cacheDir] = [join(path, 'content'), join(path, 'cache')];
  const cacheFile = join(cacheDir, `${digest(`${github.url} acme/board`, 16)}.http.json`);
  const client = lifetimes.use(
    createClient({ baseUrl: github.url, key: 'k', auth: 'bearer', clock: hastyClock(), random }),
  );
  const source: GitHubSync['source'] = (over, options) => {
    const { github: repository = 'acme/board', ...others } = over ?? {};
    const entry = { private: false, ...others };
    const clock = hastyClock();
    return createForgeSource({
      ...{ forge: gitHub, repository, name: `github ${repository}`, entry },
      ...{ baseUrl: github.url, token, cacheDir },
      ...{ sanitise: cleanHtml, clock, random },
      ...options,
    });
  };
  return {
    github,
    folder,
    cacheFile,
    source,
    run: (sources = [source()], over = {}) =>
      sync({
        client,
        sources: {
          workspace: { id: 'w', name: 'Acme' },
          timeZone: 'UTC',
          sources,
          download: client.download,
        },
        contentDir: folder,
        cacheFile: `${over.contentDir ?? folder}-cache.json`,
        assetBudget: createBudget(60, systemClock),
        needsAction: () => false,
        now: new Date('2026-03-01T09:00:00.000Z'),
        ...{ dryRun: false, full: false, replace: false, allowMassDelete: false, assets: false },
        ...over,
      }),
    content: () => readContent(folder),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const random = () => 0;
