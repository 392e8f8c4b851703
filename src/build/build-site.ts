import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSiteConfig, publicFolder, siteConfigFile } from '../config/load-site-config.ts';
import type { Waiting } from '../lib/files/lock.ts';
import type { FileIndex } from '../publish/generations/file-index.ts';
import type { SiteRequirements } from '../publish/staging/verify.ts';
import { paths } from '../site/base/urls.ts';
import { type Reading, readConsistently } from '../store/read/read-consistently.ts';
import { entrySlugs, readWorkspaceEntry } from '../store/read/read-for-page.ts';
import { type Renderer, rendererFor } from './compile/renderer.ts';
import { takeBuildCache } from './output/build-cache.ts';
import { copiedFiles } from './output/copied-files.ts';
import {
  loadOutput,
  markUnfinished,
  outputFolder,
  saveOutput,
} from './output/incremental-output.ts';
import { renderOutput } from './output/render-output.ts';
import { withRenderers } from './output/renderer-process.ts';
import { publicStamp } from './public-stamp.ts';

export interface BuildOptions extends Waiting {
  /** Absolute. */
  contentDir: string;
  siteUrl: string;
  basePath: string;
  /** What `site.config.ts` is called here, absolute; looked for where it is not named. */
  siteConfig?: string | undefined;
  /** Absolute. */
  outDir: string;
  /** Renders every page, whatever is left from the build before. */
  full?: boolean;
  /** Told how many files are rendered, of how many; those that are kept are not among them. */
  onRendered?: (done: number, total: number) => void;
}

/** A site that was just built, in a private folder that the next build goes on from. */
export interface BuiltSite {
  folder: string;
  /** All that is in it. */
  index: FileIndex;
  /** The file in which publishing remembers what it put in public. */
  publishCache: string;
  /** The folder for what is left of the site that it replaced. */
  trash: string;
  /** What the content requires of it. */
  requirements: SiteRequirements;
}

/**
 * Renders the content into a private folder, hands that to `use`, and gives what `use` gives.
 * @throws WaymarkError with what went wrong; nothing that is public was touched
 */
export async function buildSite<T>(
  options: BuildOptions,
  use: (site: BuiltSite) => Promise<T>,
): Promise<T> {
  const { contentDir, outDir, siteConfig = siteConfigFile(undefined) } = options;
  using buildCache = await takeBuildCache(outDir, options);
  const trash = join(buildCache.folder, 'replaced');
  // It takes as long as a small build; what cannot be removed is so by the next one, or not.
  const swept = rm(trash, { recursive: true, force: true }).catch(() => {});
  const site = await readConsistently(contentDir, options, async (reading) => {
    await readWorkspaceEntry(contentDir);
    const requirements = await requirementsOf(contentDir, siteConfig);
    const renderer = await rendererFor({ ...options, siteConfig });
    const index = await upToDate(buildCache.folder, reading, { ...options, renderer });
    return { index, requirements };
  }).finally(() => swept);
  // Awaited here: nobody else may build into the folder before it was used.
  return await use({
    ...site,
    folder: outputFolder(buildCache.folder),
    publishCache: join(buildCache.folder, 'published.json'),
    trash,
  });
}

/** What is in the output once it shows the content of this stamp. */
async function upToDate(
  buildCache: string,
  { stamp, assertUnchanged }: Reading,
  options: BuildOptions & { renderer: Renderer },
): Promise<FileIndex> {
  const { renderer, full = false, onRendered } = options;
  const { fingerprint } = renderer;
  // Before they are read: what is written meanwhile is for the next build.
  const content = `${stamp} ${await publicStamp(publicFolder)}`;
  const kept = await loadOutput(buildCache);
  const isKnown = !full && kept.fingerprint === fingerprint;
  if (isKnown && kept.content === content) return kept.files;
  await markUnfinished(buildCache);
  const folder = outputFolder(buildCache);
  const listings = join(buildCache, 'listings.json');
  // What other code read of the content may be something else.
  if (!isKnown) await rm(listings, { force: true });
  const copied = await copiedFiles(folder, kept.files, [renderer.assets, publicFolder]);
  const files = await withRenderers(buildCache, { ...options, folder, listings }, (start) =>
    renderOutput(folder, kept.files, copied, { isKnown, start, onRendered }),
  );
  // Else a file could stand under the key of content that it does not show.
  await assertUnchanged();
  await saveOutput(buildCache, { fingerprint, content, files });
  return files;
}

async function requirementsOf(contentDir: string, siteConfig: string): Promise<SiteRequirements> {
  const { show } = await loadSiteConfig(siteConfig);
  const releases = await entrySlugs(contentDir, 'releases');
  const milestones = show.roadmap ? await entrySlugs(contentDir, 'milestones') : [];
  const pages = [paths.home(), ...(show.roadmap ? [paths.roadmap()] : [])];
  return {
    keyFiles: [
      ...[...pages.map((path) => `${path}index.html`), '404.html'],
      ...[paths.rss(), paths.atom(), paths.jsonFeed(), paths.sitemapIndex(), paths.sitemap()],
    ],
    entries: [...releases.map(paths.release), ...milestones.map(paths.milestone)],
  };
}
