import { siteConfigFile } from '../../config/load-site-config.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { WaymarkError } from '../../model/errors.ts';
import { publish } from '../../publish/publish.ts';
import { type PublishCache, publishCacheInMemory } from '../../publish/staging/publish-cache.ts';
import { prepareStandby, type Standby } from '../../publish/staging/standby.ts';
import type { PublishedHere, ResidentSite } from '../../receiver/run/resident.ts';
import { buildSite, type KeptForBuilds } from '../../render/build-site.ts';
import { rendererFor } from '../../render/compile/renderer.ts';
import { loadRenderer } from '../../render/output/in-process-renderer.ts';
import { outputInMemory } from '../../render/output/output-store.ts';

// Takes a site; gives a way to build and publish it that has everything at hand: the renderer, what
// is known of content and output, and a spare generation.
// What is kept is looked at as a build in a process of its own would: the outcome is the same.

interface Publishing {
  waiting: Waiting;
  onLap: (part: string) => void;
  /** Told the titles of releases that no card can show. */
  onNotes: (notes: readonly string[]) => void;
  /** Told when it is live: what has to be made ready for the next time takes a while longer. */
  onPublished: (published: PublishedHere) => void;
}

/** @throws WaymarkError with what went wrong; the old site stays */
export type PublishReady = (publishing: Publishing) => Promise<void>;

/** Makes everything ready, which takes as long as a small build. */
export async function keepReady(site: ResidentSite): Promise<PublishReady> {
  const { contentDir, outDir, siteConfig = siteConfigFile(undefined) } = site;
  const renderer = await rendererFor({ ...site, siteConfig });
  const publishCache = publishCacheInMemory();
  const kept: KeptForBuilds = {
    outputs: outputInMemory(),
    withRenderers: await loadRenderer(renderer, contentDir),
    publishCacheIn: publishCache.in,
  };
  let spare: Standby | undefined;
  const makeReady = async (cache: PublishCache) => {
    await publishCache.writeDown();
    const shown = await cache.load();
    spare = shown && (await prepareStandby(outDir, shown));
  };
  await buildSite({ ...site, kept }, ({ publishCache }) => makeReady(publishCache));
  return async ({ waiting, onLap, onNotes, onPublished }) => {
    await buildSite({ ...site, ...waiting, kept, onNotes }, async (built) => {
      const { folder, index, requirements } = built;
      onLap('build');
      const outcome = await publish({
        built: folder,
        index,
        outDir,
        publishCache: built.publishCache,
        requirements,
        standby: { ready: spare },
        now: systemClock.now(),
      });
      if (outcome.kind === 'refused') throw new WaymarkError(outcome.why);
      onLap('publish');
      onPublished(
        outcome.kind === 'paused'
          ? { ...outcome, generation: undefined }
          : { kind: 'live', generation: outcome.generation },
      );
      if (outcome.kind === 'published') await makeReady(built.publishCache);
    });
  };
}
