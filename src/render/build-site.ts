import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findSiteConfig, loadSiteConfig, publicFolder } from '../config/load-site-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Waiting } from '../lib/files/lock.ts';
import { cacheFolder } from '../lib/files/places.ts';
import { systemClock } from '../lib/time/clock.ts';
import { WaymarkError } from '../model/errors.ts';
import type { FileIndex } from '../publish/generations/file-index.ts';
import { type PublishCache, publishCacheIn } from '../publish/staging/publish-cache.ts';
import type { SiteRequirements } from '../publish/staging/verify.ts';
import { weekOf } from '../site/base/dates.ts';
import { languages } from '../site/base/strings/languages/languages.ts';
import { paths } from '../site/base/urls.ts';
import { isOfSystem, whyNotWritable } from '../store/cannot-write.ts';
import { refuseForeignRedirectsIn } from '../store/foreign-redirects.ts';
import { type Reading, readConsistently } from '../store/read/read-consistently.ts';
import { entrySlugs, readWorkspaceEntry } from '../store/read/read-for-page.ts';
import { type Renderer, rendererFor } from './compile/renderer.ts';
import { lockBuildCache } from './output/build-cache.ts';
import { copyFolders, folderStamp } from './output/copy-folders.ts';
import {
  loadOutput,
  markUnfinished,
  outputFolder,
  saveOutput,
} from './output/incremental-output.ts';
import { renderOutput } from './output/render-output.ts';
import { withRenderers as separately, type WithRenderers } from './output/renderer-process.ts';

export interface BuildOptions extends Waiting {
  /** Absolute. */
  contentDir: string;
  siteUrl: string;
  basePath: string;
  /** Absolute path of `site.config.ts`. By default, the build looks for the file. */
  siteConfig?: string | undefined;
  /** Absolute. */
  outDir: string;
  /** Renders every page again, even if nothing has changed since the last build. */
  full?: boolean;
  /** Keeps the replaced plain folder, so that the next build can reuse its files. */
  keepsReplaced?: boolean;
  /** Where the site is rendered; by default in child processes. */
  withRenderers?: WithRenderers;
  /** Called before pages of the maintainer are compiled. */
  onCompile?: () => void;
  /** Called with the number of rendered files; reused files do not count. */
  onRendered?: (done: number, total: number) => void;
  /** Called with the notes that features reported, if there are any. */
  onNotes?: (notes: readonly string[]) => void;
}

/** A built site. Its folder is not public, and the next build updates it. */
export interface BuiltSite {
  folder: string;
  /** Index of all files of the site. */
  index: FileIndex;
  /** Cache with the index of the published site. */
  publishCache: PublishCache;
  /** Path at which the replaced site is kept for the next build. */
  replaced: string;
  requirements: SiteRequirements;
}

/**
 * Renders the content into a private folder, calls `use` with the built site, and returns the
 * result of `use`.
 * @throws WaymarkError; public files are then unchanged
 */
export async function buildSite<T>(
  options: BuildOptions,
  use: (site: BuiltSite) => Promise<T>,
): Promise<T> {
  try {
    return await buildInCache(options, use);
  } catch (error) {
    throw await explainCacheError(error);
  }
}

async function buildInCache<T>(
  options: BuildOptions,
  use: (site: BuiltSite) => Promise<T>,
): Promise<T> {
  const { contentDir, outDir, siteConfig = findSiteConfig(undefined) } = options;
  using buildCache = await lockBuildCache(outDir, options);
  const replaced = join(buildCache.folder, 'replaced');
  // If the removal fails, the next build tries again.
  const swept = options.keepsReplaced
    ? undefined
    : rm(replaced, { recursive: true, force: true }).catch(() => {});
  const site = await readConsistently(contentDir, options, async (reading) => {
    await readWorkspaceEntry(contentDir);
    await refuseForeignRedirectsIn(contentDir);
    const config = await loadSiteConfig(siteConfig, languages);
    const requirements = await readRequirements(contentDir, config);
    const renderer = await rendererFor({ ...options, siteConfig });
    const now = systemClock.now();
    // The stamp contains the week, so that the first build of a week renders even if no content has
    // changed, because digests may be due.
    const stamp = `${reading.stamp} ${weekOf({ at: now.toISOString() }, { config })}`;
    const rendering = { ...options, renderer, now };
    const built = await updateOutput(buildCache.folder, { ...reading, stamp }, rendering);
    return { ...built, requirements };
  }).finally(() => swept);
  try {
    // `await` keeps the lock until `use` no longer needs the folder.
    return await use({
      index: site.index,
      requirements: site.requirements,
      folder: outputFolder(buildCache.folder),
      publishCache: publishCacheIn(join(buildCache.folder, 'published.json')),
      replaced,
    });
  } finally {
    // The list of files is saved after publishing, so that readers see the new site sooner. A
    // failure is ignored: it only slows down the next build, and must not hide an error of `use`.
    await site.save().catch(() => {});
  }
}

/**
 * Renders the pages that changed since the last build. `stamp` identifies the content. The returned
 * `save` saves the list of the output's files; a build without a saved list counts as unfinished.
 */
async function updateOutput(
  buildCache: string,
  { stamp, assertUnchanged }: Reading,
  options: BuildOptions & { renderer: Renderer; now: Date },
) {
  const { renderer, full = false, onRendered, onNotes, withRenderers = separately } = options;
  const { fingerprint } = renderer;
  // The stamp of `public/` is made before its files are read, so that the next build detects any
  // later change.
  const content = `${stamp} ${await folderStamp(publicFolder)}`;
  const last = await loadOutput(buildCache);
  const isKnown = !full && last.fingerprint === fingerprint;
  if (isKnown && last.content === content) return { index: last.files, save: async () => {} };
  await markUnfinished(buildCache);
  const folder = outputFolder(buildCache);
  // Caches are only valid for the renderer that wrote them, so all are removed if the renderer has
  // changed.
  const allCaches = join(buildCache, 'reading');
  const caches = join(allCaches, fingerprint);
  if (!isKnown) await rm(allCaches, { recursive: true, force: true });
  const copied = await copyFolders(
    folder,
    last.files,
    [renderer.assets, publicFolder],
    renderer.styles,
  );
  const files = await withRenderers(buildCache, { ...options, folder, caches }, (start) =>
    renderOutput(folder, last.files, copied, { isKnown, start, onRendered, onNotes }),
  );
  // If the content changed while it was read, rendered files may not match their cache keys.
  await assertUnchanged();
  // If a part of a picture could not be read, the output counts as unfinished, so that the next
  // build renders the picture again.
  const isWhole = ![...files.values()].some(({ isStandIn }) => isStandIn);
  const output = { fingerprint, content: isWhole ? content : undefined, files };
  return { index: files, save: () => saveOutput(buildCache, output) };
}

async function readRequirements(
  contentDir: string,
  { show }: SiteConfig,
): Promise<SiteRequirements> {
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

/** Explains a system error about the cache folder. Returns other errors unchanged. */
async function explainCacheError(error: unknown): Promise<unknown> {
  const folder = cacheFolder('');
  if (!isOfSystem(error) || !error.message.includes(folder)) return error;
  const why = (await whyNotWritable(folder)) ?? error.message;
  return new WaymarkError(
    `The cache folder ${folder} cannot be written: ${why}.\nMake it writable for this user, or free some space, then run this again. The old site stays.`,
    { cause: error },
  );
}
