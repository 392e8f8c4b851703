import { findSiteConfig } from '../../config/load-site-config.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { publish } from '../../publish/publish.ts';
import { type PublishCache, publishCacheInMemory } from '../../publish/staging/publish-cache.ts';
import { prepareStandby, type Standby } from '../../publish/staging/standby.ts';
import { type PublishedHere, toPublishedHere, type WorkerSite } from '../../receiver/run/worker.ts';
import { type BuildMode, buildSite } from '../../render/build-site.ts';
import { rendererFor } from '../../render/compile/renderer.ts';
import { loadRenderer } from '../../render/output/in-process-renderer.ts';
import { outputInMemory } from '../../render/output/output-store.ts';

// Builds and publishes a site repeatedly in one process. To be fast, it keeps the renderer, the
// content and the output in memory, and prepares the folder of the next version. All data in memory
// is checked against the disk, so that the result equals that of a separate build.

interface Publishing {
  waiting: Waiting;
  onLap: (part: string) => void;
  onNotes: (notes: readonly string[]) => void;
  /** Called when the new version of the site is live, before the next publication is prepared. */
  onPublished: (published: PublishedHere) => void;
}

/** @throws WaymarkError; the previous site then stays live */
export type PublishReady = (publishing: Publishing) => Promise<void>;

/** Loads everything that later builds need into memory. This takes as long as a small build. */
export async function keepReady(site: WorkerSite): Promise<PublishReady> {
  const { contentDir, outDir, siteConfig = findSiteConfig(undefined) } = site;
  const renderer = await rendererFor({ ...site, siteConfig });
  const publishCache = publishCacheInMemory();
  const mode: BuildMode = {
    outputs: outputInMemory(),
    withRenderers: await loadRenderer(renderer, contentDir),
    publishCacheIn: publishCache.in,
  };
  let standby: Standby | undefined;
  const makeReady = async (cache: PublishCache) => {
    await publishCache.writeDown();
    const shown = await cache.load();
    standby = shown && (await prepareStandby(outDir, shown));
  };
  await buildSite({ ...site, mode }, ({ publishCache }) => makeReady(publishCache));
  return async ({ waiting, onLap, onNotes, onPublished }) => {
    await buildSite({ ...site, ...waiting, mode, onNotes }, async ({ folder, ...built }) => {
      onLap('build');
      const outcome = await publish({
        ...built,
        built: folder,
        outDir,
        standby: { ready: standby },
        now: systemClock.now(),
      });
      const published = toPublishedHere(outcome);
      onLap('publish');
      onPublished(published);
      if (outcome.kind === 'published') await makeReady(built.publishCache);
    });
  };
}
