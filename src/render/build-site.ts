import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findSiteConfig, loadSiteConfig, publicFolder } from '../config/load-site-config.ts';
import { featuresOf } from '../features/registry.ts';
import type { Waiting } from '../lib/files/lock.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { FileIndex } from '../publish/generations/file-index.ts';
import { type PublishCache, publishCacheIn } from '../publish/staging/publish-cache.ts';
import type { SiteRequirements } from '../publish/staging/verify.ts';
import { languages } from '../site/base/strings/languages/languages.ts';
import { paths } from '../site/base/urls.ts';
import { refuseForeignRedirectsIn } from '../store/foreign-redirects.ts';
import { type Reading, readConsistently } from '../store/read/read-consistently.ts';
import { entrySlugs, readWorkspaceEntry } from '../store/read/read-for-page.ts';
import { type Renderer, rendererFor } from './compile/renderer.ts';
import { takeBuildCache } from './output/build-cache.ts';
import { cannotCache } from './output/cannot-cache.ts';
import { copiedFiles } from './output/copied-files.ts';
import { withOwnRenderer } from './output/in-process-renderer.ts';
import { outputFolder } from './output/incremental-output.ts';
import { confirmCaches, dropUnconfirmed } from './output/kept-reading.ts';
import { type OutputStore, outputsOnDisk } from './output/output-store.ts';
import { renderOutput } from './output/render-output.ts';
import { withRenderers as inProcesses, type WithRenderers } from './output/renderer-process.ts';
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
  /** Whether a replaced site is of use: for who publishes a plain folder. */
  keepsReplaced?: boolean;
  /** What a process that lives on keeps from one build to the next. */
  kept?: KeptForBuilds;
  /** Told how many files are rendered, of how many; those that are kept are not among them. */
  onRendered?: (done: number, total: number) => void;
  /** Told what features report; not where nothing had to be planned. */
  onNotes?: (notes: readonly string[]) => void;
}

export interface KeptForBuilds {
  outputs: OutputStore;
  withRenderers: WithRenderers;
  publishCacheIn: (file: string) => PublishCache;
}

/** A site that was just built, in a private folder that the next build goes on from. */
export interface BuiltSite {
  folder: string;
  /** All that is in it. */
  index: FileIndex;
  /** In which publishing remembers what it put in public. */
  publishCache: PublishCache;
  /** The folder for what is left of the site that it replaces. */
  replaced: string;
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
  try {
    return await buildInCache(options, use);
  } catch (error) {
    throw await cannotCache(error);
  }
}

async function buildInCache<T>(
  options: BuildOptions,
  use: (site: BuiltSite) => Promise<T>,
): Promise<T> {
  const { contentDir, outDir, siteConfig = findSiteConfig(undefined), kept = onDisk } = options;
  using buildCache = await takeBuildCache(outDir, options);
  const replaced = join(buildCache.folder, 'replaced');
  // What cannot be removed is so by the next build, or not.
  const swept = options.keepsReplaced
    ? undefined
    : rm(replaced, { recursive: true, force: true }).catch(() => {});
  const site = await readConsistently(contentDir, options, async (reading) => {
    await readWorkspaceEntry(contentDir);
    await refuseForeignRedirectsIn(contentDir);
    const requirements = await requirementsOf(contentDir, siteConfig);
    const renderer = await rendererFor({ ...options, siteConfig });
    const now = systemClock.now();
    const stamp = [reading.stamp, ...(await momentsOf(siteConfig, now))].join(' ');
    const rendering = { ...options, renderer, kept, now };
    const built = await upToDate(buildCache.folder, { ...reading, stamp }, rendering);
    return { ...built, requirements };
  }).finally(() => swept);
  try {
    // Awaited here: nobody else may build into the folder before it was used.
    return await use({
      index: site.index,
      requirements: site.requirements,
      folder: outputFolder(buildCache.folder),
      publishCache: kept.publishCacheIn(join(buildCache.folder, 'published.json')),
      replaced,
    });
  } finally {
    // Readers need not wait for it. What cannot be written down makes the next build longer, and is
    // no reason to call what was published a failure, nor to hide why it was not.
    await site.save().catch(() => {});
  }
}

interface UpToDate {
  index: FileIndex;
  /** Writes down what is in it; until then it counts as unfinished. */
  save(): Promise<void>;
}

/** What is in the output once it shows the content of this stamp. */
async function upToDate(
  buildCache: string,
  { stamp, assertUnchanged }: Reading,
  options: BuildOptions & { renderer: Renderer; kept: KeptForBuilds; now: Date },
): Promise<UpToDate> {
  const { renderer, full = false, onRendered, onNotes } = options;
  const { outputs, withRenderers } = options.kept;
  const { fingerprint } = renderer;
  // Before they are read: what is written meanwhile is for the next build.
  const content = `${stamp} ${await publicStamp(publicFolder)}`;
  const kept = await outputs.load(buildCache);
  const isKnown = !full && kept.fingerprint === fingerprint;
  if (isKnown && kept.content === content) return { index: kept.files, save: async () => {} };
  await outputs.markUnfinished(buildCache);
  const folder = outputFolder(buildCache);
  // What other code read of the content may be something else, also where it was killed since.
  const reading = join(buildCache, 'reading');
  const read = join(reading, fingerprint);
  if (!isKnown) await rm(reading, { recursive: true, force: true });
  await dropUnconfirmed(read);
  const copied = await copiedFiles(folder, kept.files, [renderer.assets, publicFolder]);
  const files = await withRenderers(buildCache, { ...options, folder, read }, (start) =>
    renderOutput(folder, kept.files, copied, { isKnown, start, onRendered, onNotes }),
  );
  // Else a file could stand under the key of content that it does not show.
  await assertUnchanged();
  // What cannot be kept is made again.
  await confirmCaches(read).catch(() => {});
  // Another build has to follow where it is not yet what it should be.
  const isWhole = ![...files.values()].some(({ isStandIn }) => isStandIn);
  const output = { fingerprint, content: isWhole ? content : undefined, files };
  return { index: files, save: () => outputs.save(buildCache, output) };
}

/** For a process that ends with its build: it renders itself. */
export const renderedHere: KeptForBuilds = {
  outputs: outputsOnDisk,
  withRenderers: withOwnRenderer,
  publishCacheIn,
};

const onDisk: KeptForBuilds = {
  outputs: outputsOnDisk,
  withRenderers: inProcesses,
  publishCacheIn,
};

/** What features show of the time. */
async function momentsOf(siteConfig: string, now: Date): Promise<string[]> {
  const config = await loadSiteConfig(siteConfig, languages);
  return featuresOf(config).flatMap((one) => one.moment?.(now, config) ?? []);
}

async function requirementsOf(contentDir: string, siteConfig: string): Promise<SiteRequirements> {
  const { show } = await loadSiteConfig(siteConfig, languages);
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
