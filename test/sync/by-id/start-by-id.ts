import { dirname } from 'node:path';
import { createClient } from '../../../src/client/client.ts';
import { createBudget } from '../../../src/lib/time/budget.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { type SyncByIdOptions, type SyncedById, syncById } from '../../../src/sync/sync.ts';
import { hastyClock } from '../../client/start-client.ts';
import { filesIn } from '../../support/files-in.ts';
import type { Script } from '../../support/scripted-api.ts';
import { now, runSync, type Synced, startSync } from '../run-sync.ts';

export interface SyncedOnce extends Synced {
  /** Syncs these releases by id. */
  runById(ids: readonly string[], over?: Partial<SyncByIdOptions>): Promise<SyncedById>;
  /** All files of the folder and of its twin, with their caches. */
  kept(): Promise<Record<string, string>>;
}

export interface SyncedTwice extends SyncedOnce {
  /** What the folder would hold after a full sync with the same history. */
  fullSync(): Promise<Record<string, string>>;
}

/** A scripted API and a folder after a first full sync. */
export async function startSyncedOnce(over: Partial<Script> = {}): Promise<SyncedOnce> {
  const it = await startSync(over);
  await it.run();
  it.api.askedFor();
  return {
    ...it,
    runById: (ids, options) => runSyncById(it.api.url, it.folder, ids, options),
    kept: () => filesIn(dirname(it.folder)),
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

/** A scripted API with two folders, each after a first full sync. */
export async function startSyncedTwice(over: Partial<Script> = {}): Promise<SyncedTwice> {
  const it = await startSyncedOnce(over);
  const twin = `${it.folder}-twin`;
  await runSync(it.api.url, twin);
  it.api.askedFor();
  return {
    ...it,
    fullSync: async () => {
      await runSync(it.api.url, twin);
      return filesIn(twin);
    },
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

/** Syncs releases by id from the API at this address. */
export async function runSyncById(
  baseUrl: string,
  contentDir: string,
  ids: readonly string[],
  over: Partial<SyncByIdOptions> = {},
): Promise<SyncedById> {
  const options = { key: 'k', auth: 'bearer', clock: hastyClock(), random: () => 0 } as const;
  await using client = createClient({ ...options, baseUrl });
  return await syncById(ids, {
    client,
    contentDir,
    cacheFile: `${contentDir}-cache.json`,
    now,
    needsAction: () => false,
    assets: true,
    assetBudget: createBudget(60, systemClock),
    ...over,
  });
}
