import { dirname, join, resolve } from 'node:path';
import type { Client, Retrying } from '../../client/client.ts';
import { digest } from '../../lib/digest.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { createBudget } from '../../lib/time/budget.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import type { SyncOptions } from '../session.ts';
import { type SyncedById, sync, syncById } from '../sync.ts';
import type { SyncReport } from '../write/report/report.ts';
import { type ApiSettings, connect } from './connect.ts';
import { createNeedsAction } from './needs-action.ts';
import { readSourcesFile, type SourcesSettings } from './sources-settings.ts';

export interface AssetSettings {
  /**
   * Whether pictures and files of the content are downloaded, so that the site serves its own
   * copies.
   */
  assets: boolean;
  /** Maximum time for downloads, in seconds. */
  assetSeconds: number;
}

type Flags = 'dryRun' | 'full' | 'replace' | 'allowMassDelete' | 'onProgress';

export interface SyncOnceOptions extends Waiting, Pick<SyncOptions, Flags> {
  /** Undefined if the API is not one of the sources. */
  api: ApiSettings | undefined;
  /** Sources of releases. Undefined if the API is the only source. */
  sources?: SourcesSettings | undefined;
  contentDir: string;
  assets?: boolean;
  assetSeconds?: number | undefined;
  /** A set that is filled with the requests that are being retried. */
  retrying?: Set<Retrying>;
}

/** In seconds. Enough time to download thousands of pictures. */
const defaultAssetSeconds = 600;

/** Syncs all sources with the system's clock. */
export async function syncOnce(request: SyncOnceOptions): Promise<SyncReport> {
  const {
    api = noApi,
    sources,
    assetSeconds = defaultAssetSeconds,
    retrying,
    ...options
  } = request;
  await using client = connect(api, options.signal, retrying);
  const opened = sources && (await openWith(sources, client));
  if (opened?.sources.includes('api') && !request.api)
    throw new SettingsError(
      `${sources?.file} lists the API now. Set API_BASE_URL and API_KEY, and start this program again.`,
    );
  // `await` keeps the client open until the sync ends.
  return await sync({
    assets: true,
    ...options,
    ...systemParts(options.contentDir, assetSeconds),
    client,
    sources: opened,
    // A dry run may be the check of a pull request, whose code must not run. So `site.config.ts` is
    // not read.
    needsAction: options.dryRun ? createNeedsAction(() => []) : createNeedsAction(),
  });
}

/** Opens the sources. Their code is only loaded here, because that takes a fifth of a sync's start. */
export async function openWith(sources: SourcesSettings, client: Pick<Client, 'download'>) {
  const { openSources } = await import('./open-sources.ts');
  return openSources({
    ...sources,
    text: await readSourcesFile(sources.file),
    cwd: dirname(resolve(sources.file)),
    cacheDir: resolve('.cache', 'sources'),
    client,
    clock: systemClock,
    random: Math.random,
  });
}

/** Placeholder settings if no source is the API. The client then only downloads assets. */
const noApi: ApiSettings = { baseUrl: 'https://api.waymark.invalid', key: 'none', auth: 'bearer' };

export interface ByIdRequest extends AssetSettings {
  api: ApiSettings;
  /** Absolute. */
  contentDir: string;
  ids: readonly string[];
}

/** Syncs only the releases with these ids, with the system's clock. */
export async function syncByIdOnce(request: ByIdRequest & Waiting): Promise<SyncedById> {
  const { api, ids, assetSeconds, ...options } = request;
  await using client = connect(api, options.signal);
  // `await` keeps the client open until the sync ends.
  return await syncById(ids, {
    ...options,
    ...systemParts(options.contentDir, assetSeconds),
    client,
    needsAction: createNeedsAction(),
  });
}

/** The parts of a sync that come from this system: its folders and its clock. */
function systemParts(content: string, assetSeconds: number) {
  // The path must be absolute. If the working folder was removed, Node would create folders
  // endlessly for a relative path.
  const contentDir = resolve(content);
  const cacheDir = resolve('.cache', 'sync');
  const cacheFile = join(cacheDir, `${digest(contentDir, 16)}.json`);
  const assetBudget = createBudget(assetSeconds, systemClock);
  return { contentDir, cacheFile, assetBudget, now: systemClock.now() };
}
