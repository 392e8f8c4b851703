import { findSiteConfig } from '../../config/load-site-config.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { publish } from '../../publish/publish.ts';
import { prepareStandby, type Standby } from '../../publish/staging/standby.ts';
import { type PublishedHere, toPublishedHere, type WorkerSite } from '../../receiver/run/worker.ts';
import { type BuiltSite, buildSite } from '../../render/build-site.ts';
import { rendererFor } from '../../render/compile/renderer.ts';
import { loadRenderer } from '../../render/output/in-process-renderer.ts';

// Builds and publishes a site repeatedly in one process. To be fast, it keeps the renderer and the
// content in memory, and prepares the folder of the next version. All data in memory is checked
// against the disk, so that the result equals that of a separate build.

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
  const ready = { ...site, withRenderers: await loadRenderer(renderer, contentDir) };
  let standby: Standby | undefined;
  const makeReady = async ({ publishCache }: BuiltSite) => {
    const shown = await publishCache.load();
    standby = shown && (await prepareStandby(outDir, shown));
  };
  await buildSite(ready, makeReady);
  return async ({ waiting, onLap, onNotes, onPublished }) => {
    await buildSite({ ...ready, ...waiting, onNotes }, async (built) => {
      onLap('build');
      const outcome = await publish({
        ...built,
        built: built.folder,
        outDir,
        standby: { ready: standby },
        now: systemClock.now(),
      });
      const published = toPublishedHere(outcome);
      onLap('publish');
      onPublished(published);
      if (outcome.kind === 'published') await makeReady(built);
    });
  };
}
