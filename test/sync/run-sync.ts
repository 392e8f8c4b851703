import { join } from 'node:path';
import { createClient } from '../../src/client/client.ts';
import { type Content, readContent } from '../../src/store/read-content.ts';
import type { SyncReport } from '../../src/sync/report.ts';
import { type SyncOptions, sync } from '../../src/sync/sync.ts';
import { hastyClock } from '../client/start-client.ts';
import { tempFolder } from '../service/temp-folder.ts';
import { type Script, type ScriptedApi, startApi } from './scripted-api.ts';

export interface Synced extends AsyncDisposable {
  api: ScriptedApi;
  script: Script;
  /** The content folder, which is not there yet. */
  folder: string;
  /** One sync of the API into the folder. */
  run(over?: Partial<SyncOptions>): Promise<SyncReport>;
  content(): Promise<Content>;
}

export const now = new Date('2026-03-01T09:00:00.000Z');

/** An API as scripted, a folder of its own, and the real sync between them. */
export async function startSync(over: Partial<Script> = {}): Promise<Synced> {
  const lifetimes = new AsyncDisposableStack();
  const api = lifetimes.use(await startApi(over));
  const folder = join(lifetimes.use(await tempFolder()).path, 'content');
  return {
    api,
    script: api.script,
    folder,
    run: (options) => runSync(api.url, folder, options),
    content: () => readContent(folder),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** One sync of the API at this address. */
export async function runSync(
  baseUrl: string,
  contentDir: string,
  over: Partial<SyncOptions> = {},
): Promise<SyncReport> {
  const options = { key: 'k', auth: 'bearer', clock: hastyClock(), random: () => 0 } as const;
  await using client = createClient({ ...options, baseUrl });
  return await sync({
    client,
    contentDir,
    now,
    dryRun: false,
    full: false,
    replace: false,
    allowMassDelete: false,
    ...over,
  });
}
