import type { Core } from '../features/feature.ts';
import { featuresOf } from '../features/registry.ts';
import type { Correction, ReleaseLog } from '../model/content/release-log.ts';
import { createCacheKeys } from '../site/base/cache-key.ts';
import type { SiteContext, SiteFrame } from '../site/base/context.ts';
import { stringsFor } from '../site/base/strings/languages/languages.ts';
import { archives } from '../site/releases/archives.ts';
import { withTextTypes } from '../site/releases/text-types.ts';
import { newestFirst } from '../site/releases/timeline.ts';
import { milestoneMoves } from '../site/roadmap/milestone-moves.ts';
import { shipping, takeOffShipped } from '../site/roadmap/shipped-in.ts';
import {
  config,
  contentDir,
  readCollection,
  readEntry,
  readTable,
  readWorkspaceEntry,
  urls,
} from './_source.ts';

const made = new Map<() => unknown, Promise<unknown>>();
let buildTime: Date | undefined;

/**
 * Drops everything that was read from the content. Must be called before each build, because one
 * process can run several builds, and the content may change between them.
 * @param now the build's start
 */
export function renewViews(now: Date): void {
  made.clear();
  buildTime = now;
}

/** Calls a function once per build, and every time in development. */
function oncePerBuild<T>(make: () => Promise<T>): () => Promise<T> {
  return () => {
    const value = (import.meta.env.DEV ? undefined : made.get(make)) ?? make();
    made.set(make, value);
    return value as Promise<T>;
  };
}

/** The rows of the content. */
const readRows = oncePerBuild(async () => {
  // Functions of lists sort by this order too, which takes little time if it is there already.
  const releases = newestFirst(await readCollection('releases'));
  return {
    releases,
    ...takeOffShipped(await readCollection('milestones'), releases),
    projects: await readCollection('projects'),
    labels: await readCollection('labels'),
    moves: (await readTable(contentDir, 'roadmapLog')) ?? [],
  };
});

/** Settings, workspace and strings, for pages that show no entries. */
export const frame = oncePerBuild(async (): Promise<SiteFrame> => {
  const strings = stringsFor(config.locale);
  const { releases, milestones, moves } = await readRows();
  return {
    workspace: await readWorkspaceEntry(contentDir),
    config,
    urls,
    strings,
    hasRoadmap: config.show.roadmap && (milestones.length > 0 || moves.length > 0),
    links: featuresOf(config).flatMap((one) => one.links?.({ strings }, releases) ?? []),
  };
});

/** The input of pages, documents and features. Called only by `getStaticPaths`. */
export const views = oncePerBuild(async () => {
  const { milestones, shipped, projects, labels, moves, ...rows } = await readRows();
  const framed = await frame();
  const { releases, types } = withTextTypes(rows.releases, framed);
  const { show } = framed.config;
  const hasVotes = milestones.some(({ upvote_count }) => upvote_count > 0);
  const site: SiteContext = {
    ...framed,
    config: { ...framed.config, show: { ...show, votes: show.votes && hasVotes } },
    workspace: { ...framed.workspace, change_types: types },
    projects: new Map(projects.map((one) => [one.id, one])),
    labels: new Map(labels.map((one) => [one.id, one])),
  };
  const redirects = (await readTable(contentDir, 'redirects')) ?? { releases: {}, milestones: {} };
  const releaseLog = await readTable(contentDir, 'releaseLog');
  return {
    site,
    releases,
    milestones,
    shipped,
    redirects,
    archives: archives(releases, site),
    moves: milestoneMoves(moves, milestones),
    shipping: shipping(releases, milestones, redirects.milestones, site),
    keys: createCacheKeys(site, { releases, milestones }),
    now: buildTime ?? new Date(),
    releaseLog,
    correctedChanges: await readCorrectedChanges(releaseLog, releases),
    readRelease: (slug: string) => readEntry('releases', slug),
    readMilestone: (slug: string) => readEntry('milestones', slug),
  } satisfies Core & Record<string, unknown>;
});

async function readCorrectedChanges(
  log: ReleaseLog | undefined,
  releases: readonly { id: string; slug: string }[],
): Promise<Core['correctedChanges']> {
  const hasAdded = ({ parts }: Correction) =>
    parts.some(({ kind }) => kind === 'added' || kind === 'reworded');
  const ids = new Set(log?.corrections.filter(hasAdded).map(({ release }) => release));
  const corrected = releases.filter(({ id }) => ids.has(id));
  const read = corrected.map(({ slug }) => readEntry('releases', slug));
  return new Map((await Promise.all(read)).map(({ id, changes }) => [id, changes]));
}
