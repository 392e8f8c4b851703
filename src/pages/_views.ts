import type {
  LabelEntry,
  MilestoneListing,
  ProjectEntry,
  Redirects,
  ReleaseListing,
} from '../model/content/content.ts';
import type { RoadmapMove } from '../model/content/roadmap-log.ts';
import { type CacheKeys, createCacheKeys } from '../site/base/cache-key.ts';
import type { SiteContext, SiteFrame } from '../site/base/context.ts';
import { type Archive, archives } from '../site/releases/archives.ts';
import { type MilestoneMove, milestoneMoves } from '../site/roadmap/milestone-moves.ts';
import { type Shipping, shipping } from '../site/roadmap/shipped-in.ts';

/** The listings of a site's content, without bodies. */
export interface Tables {
  releases: ReleaseListing[];
  milestones: MilestoneListing[];
  projects: ProjectEntry[];
  labels: LabelEntry[];
  /** Moves on the roadmap, oldest first. */
  roadmapLog: readonly RoadmapMove[];
  redirects: Redirects;
}

/** The input for planning pages and documents. */
export interface Views extends Pick<Tables, 'releases' | 'milestones'> {
  /** The context that every view needs. */
  site: SiteContext;
  archives: Archive[];
  /** Moves on the roadmap, newest first. */
  moves: MilestoneMove[];
  shipping: Shipping;
  keys: CacheKeys;
}

export function createViews(frame: SiteFrame, tables: Tables): Views {
  const { releases, milestones, projects, labels, roadmapLog, redirects } = tables;
  const site: SiteContext = {
    ...frame,
    projects: new Map(projects.map((one) => [one.id, one])),
    labels: new Map(labels.map((one) => [one.id, one])),
  };
  const keys = createCacheKeys(site, { releases, milestones });
  return {
    site,
    releases,
    milestones,
    archives: archives(releases, site),
    moves: milestoneMoves(roadmapLog, milestones),
    shipping: shipping(releases, milestones, redirects.milestones, site),
    keys,
  };
}
