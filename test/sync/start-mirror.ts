import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBudget } from '../../src/lib/time/budget.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import type { SyncCache } from '../../src/model/content/sync-cache.ts';
import { createAssetMemory } from '../../src/sync/prepare/assets/memory.ts';
import {
  type CopiedAsset,
  createMirror,
  type MirrorOptions,
} from '../../src/sync/prepare/assets/mirror.ts';
import { startClient } from '../client/start-client.ts';

const now = new Date('2026-03-01T09:00:00.000Z');

/** The memory of missing pictures and copies; without a cache, as at a first sync. */
export function memoryOf(cache: Partial<SyncCache> = {}, over: { now?: Date; all?: boolean } = {}) {
  const files = new Set(Object.values(cache.copies ?? {}).map(({ file }) => file));
  return createAssetMemory(
    { missing: {}, copies: {}, ...cache },
    { now, retriesAll: false, files, ...over },
  );
}

/** A mirror with enough time and an empty cache. */
export function mirrorOf(client: MirrorOptions['client'], over: Partial<MirrorOptions> = {}) {
  const budget = createBudget(60, systemClock);
  const folder = join(tmpdir(), `waymark-mirror-${randomUUID()}`);
  return createMirror({ assets: true, client, memory: memoryOf(), budget, now, folder, ...over });
}

/** A mirror of an API that serves these files by path. */
export async function startMirror(files: Record<string, Buffer | string>) {
  const lifetimes = new AsyncDisposableStack();
  const it = lifetimes.use(
    await startClient((path) => {
      const body = files[path];
      return body === undefined
        ? new Response(null, { status: 404 })
        : new Response(new Uint8Array(Buffer.from(body)));
    }),
  );
  const mirror = lifetimes.use(mirrorOf(it.client));
  return {
    server: it.server,
    mirror,
    /** The content of a copied file. */
    bytesOf: ({ asset }: CopiedAsset) => readFile(mirror.files.get(asset?.file ?? '') ?? ''),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
