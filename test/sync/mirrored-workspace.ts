import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientOptions, createClient } from '../../src/client/client.ts';
import { listen } from '../../src/lib/http/listen.ts';
import { createBudget } from '../../src/lib/time/budget.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import type { Release } from '../../src/model/api/release.ts';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { DataSet } from '../../src/service/data-set/schema.ts';
import { createService } from '../../src/service/service.ts';
import { type Content, readContent } from '../../src/store/read/read-content.ts';
import type { SyncOptions } from '../../src/sync/session.ts';
import { sync } from '../../src/sync/sync.ts';
import type { SyncReport } from '../../src/sync/write/report/report.ts';
import { release } from '../service/sample.ts';
import { tempFolder } from '../support/temp-folder.ts';

const key = 'key-that-must-stay-here';

export interface MirroredWorkspace extends AsyncDisposable {
  url: string;
  folder: string;
  /** Requested paths outside of `/v1`, in order. */
  assetsAsked: string[];
  /** The paths of `assetsAsked` that were requested with the API key in any header. */
  withKey: string[];
  /** Adds or changes a public release, which has no assets unless `over` gives some. */
  write(id: string, over?: Partial<Release>): Promise<void>;
  run(over?: Partial<SyncOptions>): Promise<SyncReport>;
  content(): Promise<Content>;
  /** The names of the mirrored files. */
  assets(): Promise<string[]>;
}

/** The real service with these files, and the real sync from it into a temporary folder. */
export async function startWorkspace(
  files: Record<string, Buffer | string>,
  downloads: ClientOptions['downloads'] = {},
): Promise<MirroredWorkspace> {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const folder = join(path, 'content');
  const database = { engine: 'sqlite', file: join(path, 'api.db') } as const;
  const service = lifetimes.use(await createService({ database, clock: systemClock, apiKey: key }));
  const stored = Object.entries(files).map(([name, bytes]) => ({
    name,
    type: 'application/octet-stream',
    bytes: new Uint8Array(Buffer.from(bytes)),
  }));
  const write: MirroredWorkspace['write'] = async (id, over = {}) => {
    const bare = { hero: null, changes: [], attachments: [], contributors: [] };
    const links = { project: null, labels: [] };
    const row = release(id, { ...bare, ...links, ...over });
    const data = { workspace, contributors: row.contributors, releases: [row] };
    await importDataSet(service.db, DataSet.parse(data), stored);
  };
  const [assetsAsked, withKey] = [[] as string[], [] as string[]];
  const { url } = lifetimes.use(
    await listen({
      port: 0,
      fetch: (request, env) => {
        const { pathname } = new URL(request.url);
        const headers = JSON.stringify([...request.headers]);
        if (!pathname.startsWith('/v1/')) {
          assetsAsked.push(pathname);
          if (headers.includes(key)) withKey.push(pathname);
        }
        return service.fetch(request, env);
      },
    }),
  );
  return {
    url,
    folder,
    assetsAsked,
    withKey,
    write,
    run: (over) => runSync(url, folder, downloads, over),
    content: () => readContent(folder),
    assets: async () => (await readdir(join(folder, 'assets')).catch(() => [])).sort(),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const workspace = {
  id: 'w-1',
  name: 'Sample',
  slug: 'sample',
  url: 'https://example.com/changelog',
  release_change_types: [],
  roadmap_status_types: [],
};

async function runSync(
  baseUrl: string,
  contentDir: string,
  downloads: ClientOptions['downloads'],
  over: Partial<SyncOptions> = {},
): Promise<SyncReport> {
  await using client = createClient({
    baseUrl,
    key,
    auth: 'bearer',
    clock: systemClock,
    random: () => 0,
    ...(downloads && { downloads }),
  });
  const needsAction = () => false;
  const options = {
    dryRun: false,
    full: false,
    replace: false,
    allowMassDelete: false,
    needsAction,
  };
  const now = new Date('2026-03-01T09:00:00.000Z');
  const cacheFile = `${contentDir}-cache.json`;
  const assets = { assets: true, assetBudget: createBudget(60, systemClock) };
  return await sync({ client, contentDir, cacheFile, now, ...options, ...assets, ...over });
}
