import type { Core } from '../features/feature.ts';
import { featuresOf } from '../features/registry.ts';
import type { Correction, ReleaseLog } from '../model/content/release-log.ts';
import type { SiteFrame } from '../site/base/context.ts';
import { stringsFor } from '../site/base/strings/languages/languages.ts';
import {
  entrySlugs,
  readMilestoneEntry,
  readRedirects,
  readReleaseEntry,
  readReleaseLog,
  readRoadmapLog,
  readWorkspaceEntry,
} from '../store/read/read-for-page.ts';
import { config, contentDir, readRows, urls } from './_source.ts';
import { createViews, type Views } from './_views.ts';

export { contentDir };

/** The input of pages, documents and features. */
type Planned = Views & Core;

let framed: Promise<SiteFrame> | undefined;
let planned: Promise<Planned> | undefined;
let read: ReturnType<typeof readRows> | undefined;

/**
 * Settings, workspace and strings, for pages that show no entries. Read once per build, and on
 * every call in development.
 */
export function frame(): Promise<SiteFrame> {
  if (import.meta.env.DEV) return readFrame();
  framed ??= readFrame();
  return framed;
}

/**
 * Called only by `getStaticPaths`. The result is created once per build, and on every call in
 * development.
 */
export function views(): Promise<Planned> {
  if (import.meta.env.DEV) return planViews();
  planned ??= planViews();
  return planned;
}

let buildTime: Date | undefined;

/**
 * Drops everything that was read from the content. Must be called before each build, because one
 * process can run several builds, and the content may change between them.
 * @param now the build's start
 */
export function renewViews(now: Date): void {
  framed = undefined;
  planned = undefined;
  read = undefined;
  buildTime = now;
}

async function readFrame(): Promise<SiteFrame> {
  const strings = stringsFor(config.locale);
  const { releases } = await rows();
  return {
    workspace: await readWorkspaceEntry(contentDir),
    config,
    urls,
    strings,
    hasRoadmap: config.show.roadmap && (await hasRoadmap()),
    links: featuresOf(config).flatMap((one) => one.links?.({ strings }, releases) ?? []),
  };
}

/** The listings of the content. Read once per build, and on every call in development. */
function rows(): ReturnType<typeof readRows> {
  if (import.meta.env.DEV) return readRows();
  read ??= readRows();
  return read;
}

async function hasRoadmap(): Promise<boolean> {
  const slugs = await entrySlugs(contentDir, 'milestones');
  return slugs.length > 0 || (await readRoadmapLog(contentDir)).length > 0;
}

async function planViews(): Promise<Planned> {
  const made = createViews(await frame(), {
    ...(await rows()),
    roadmapLog: await readRoadmapLog(contentDir),
    redirects: await readRedirects(contentDir),
  });
  const releaseLog = await readReleaseLog(contentDir);
  return {
    ...made,
    now: buildTime ?? new Date(),
    releaseLog,
    correctedChanges: await readCorrectedChanges(releaseLog, made.releases),
    readRelease: (slug) => readReleaseEntry(contentDir, slug),
    readMilestone: (slug) => readMilestoneEntry(contentDir, slug),
  };
}

async function readCorrectedChanges(
  log: ReleaseLog | undefined,
  releases: readonly { id: string; slug: string }[],
): Promise<Core['correctedChanges']> {
  const hasAdded = ({ parts }: Correction) => parts.some(({ kind }) => kind === 'added');
  const ids = new Set(log?.corrections.filter(hasAdded).map(({ release }) => release));
  const corrected = releases.filter(({ id }) => ids.has(id));
  const read = corrected.map(({ slug }) => readReleaseEntry(contentDir, slug));
  return new Map((await Promise.all(read)).map(({ id, changes }) => [id, changes]));
}
