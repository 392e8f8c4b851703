import type { Core } from '../../../src/features/feature.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import type { MilestoneEntry, ReleaseEntry } from '../../../src/model/content/content.ts';
import type { ReleaseLog } from '../../../src/model/content/release-log.ts';
import type { RoadmapMove } from '../../../src/model/content/roadmap-log.ts';
import { documents } from '../../../src/pages/_all-documents.ts';
import { createCacheKeys } from '../../../src/site/base/cache-key.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import type { Document } from '../../../src/site/feeds/document.ts';
import { archives } from '../../../src/site/releases/archives.ts';
import { milestoneMoves } from '../../../src/site/roadmap/milestone-moves.ts';
import { shipping } from '../../../src/site/roadmap/shipped-in.ts';
import { asListed } from '../../../src/store/read/listed-rows.ts';
import { siteContext } from '../site.ts';

export interface Given {
  releases?: ReleaseEntry[];
  milestones?: MilestoneEntry[];
  roadmapLog?: RoadmapMove[];
  releaseLog?: ReleaseLog | undefined;
  now?: Date;
  site?: SiteContext;
  /** Called with the slug of every release that is read. */
  reading?: (slug: string) => void;
}

/** The documents of a site with these entries, by path; `make` may add others. */
export function documentsOf(
  given: Given,
  make: (core: Core) => Document[] = documents,
): Map<string, Document> {
  const all = make(coreOf(given));
  return new Map(all.map((document) => [document.path, document]));
}

/** The text of every document of a site with these entries, by path. */
export async function writtenOf(
  given: Given,
  make: (core: Core) => Document[] = documents,
): Promise<Map<string, string>> {
  const all = [...documentsOf(given, make).values()];
  return new Map(
    await Promise.all(all.map(async ({ path, write }) => [path, await write()] as const)),
  );
}

export function coreOf({
  releases = [],
  milestones = [],
  roadmapLog = [],
  releaseLog,
  now = new Date('2026-03-01T09:00:00.000Z'),
  site,
  reading,
}: Given): Core {
  const shown = site ?? siteContext();
  const listed = releases.map((one) => asListed(one, digestOf(one)));
  return {
    site: shown,
    releases: listed,
    archives: archives(listed, shown),
    milestones,
    moves: milestoneMoves(roadmapLog, milestones),
    shipping: shipping(listed, milestones, {}, shown),
    readRelease: async (slug) => {
      reading?.(slug);
      return found(releases, slug);
    },
    readMilestone: async (slug) => found(milestones, slug),
    keys: createCacheKeys(shown, {
      releases: listed,
      milestones: milestones.map((one) => ({ ...one, digest: digestOf(one) })),
    }),
    now,
    releaseLog,
    correctedChanges: new Map(releases.map(({ id, changes }) => [id, changes])),
  };
}

function found<T extends { slug: string }>(entries: readonly T[], slug: string): T {
  const entry = entries.find((one) => one.slug === slug);
  if (!entry) throw new Error(`no entry ${slug}`);
  return entry;
}
