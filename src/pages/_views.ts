import type { SiteFrame } from '../site/base/context.ts';
import { type ListedRelease, listedRelease } from '../site/changelog/listed-release.ts';
import type { KeptText } from '../site/search/write/kept-years.ts';
import { stringsFor } from '../site/strings/languages/languages.ts';
import { createViews, type Views } from '../site/views.ts';
import {
  readRedirects,
  readReleaseEntry,
  readRoadmapLog,
  readWorkspaceEntry,
} from '../store/read/read-for-page.ts';
import { config, contentDir, readRows, urls } from './_source.ts';

export { contentDir };

/** For pages that show no entries. */
export const frame: SiteFrame = {
  workspace: await readWorkspaceEntry(contentDir),
  config,
  urls,
  strings: stringsFor(config.locale),
};

let planned: Promise<Views> | undefined;

/** Called by `getStaticPaths` alone. Made once a build: only a server in development sees changes. */
export function views(): Promise<Views> {
  if (import.meta.env.DEV) return planViews();
  planned ??= planViews();
  return planned;
}

let words: KeptText | undefined;

/**
 * Has them made anew, for the next build of a process that lives on.
 * @param keptFor where words of its search are kept; undefined: nowhere
 */
export function renewViews(keptFor: KeptText | undefined): void {
  planned = undefined;
  words = keptFor;
}

/** Undefined where no build keeps anything. */
export function keptWords(): KeptText | undefined {
  return words;
}

async function planViews(): Promise<Views> {
  return createViews(frame, {
    ...(await readRows()),
    roadmapLog: await readRoadmapLog(contentDir),
    redirects: await readRedirects(contentDir),
  });
}

/** A release in a list: its key, and what it shows, made once it is asked for. */
export interface ListedEntry {
  of: string;
  view(): Promise<ListedRelease>;
}

export function listed(
  releases: readonly { id: string; slug: string }[],
  { site, keys }: Pick<Views, 'site' | 'keys'>,
): ListedEntry[] {
  return releases.map((one) => ({
    of: keys.listed(one),
    view: async () => listedRelease(await readReleaseEntry(contentDir, one.slug), site),
  }));
}
