import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSiteConfig, publicFolder, siteConfigFile } from '../config/load-site-config.ts';
import { digest, digestOf } from '../lib/digest.ts';
import { type Waiting, waitForLock } from '../lib/files/lock.ts';
import type { SiteRequirements } from '../publish/staging/verify.ts';
import { paths } from '../site/base/urls.ts';
import { readConsistently } from '../store/read/read-consistently.ts';
import { entrySlugs, readWorkspaceEntry } from '../store/read/read-for-page.ts';
import {
  digestOfCode,
  lockOf,
  sweepBuildCaches,
  withIncrementalOutput,
} from './incremental-output.ts';
import { publicStamp } from './public-stamp.ts';
import { renderSite } from './render-site.ts';

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
  /** Told how many pages are rendered, of how many; those that are kept are not among the former. */
  onRendered?: (done: number, total: number) => void;
}

/** Where a site is built: private, and the next build goes on from it. */
export interface BuildCache {
  folder: string;
  /** The file in which publishing remembers it. */
  publishCache: string;
  /** The folder for what is left of the site that it replaced. */
  trash: string;
}

/** A site that was just built. */
export interface BuiltSite extends BuildCache {
  /** What the content requires of it. */
  requirements: SiteRequirements;
}

/**
 * Renders the content into a private folder, hands that to `use`, and gives what `use` gives. The
 * folder is inside the project, since Astro cannot work across file systems.
 * @param begin does what can be done while pages are still rendered; not called where none are
 * @throws WaymarkError with what went wrong; nothing that is public was touched
 */
export async function buildSite<T, B extends Disposable>(
  options: BuildOptions,
  use: (site: BuiltSite, staged: B | undefined) => Promise<T>,
  begin?: (buildCache: BuildCache) => Promise<B>,
): Promise<T> {
  const { contentDir, outDir, siteConfig = siteConfigFile(undefined), full = false } = options;
  const buildCache = join(builds, digest(outDir, 16));
  using _lock = await waitForLock(
    lockOf(buildCache),
    `Another build into ${outDir} is running`,
    options,
  );
  const place: BuildCache = {
    folder: join(buildCache, 'site'),
    publishCache: join(buildCache, 'published.json'),
    trash: join(buildCache, 'replaced'),
  };
  await sweepBuildCaches(builds);
  const fingerprint = { outDir, digest: await fingerprintOf(options, siteConfig), full };
  using lifetime = new DisposableStack();
  let staged: B | undefined;
  const site = await readConsistently(contentDir, options, async ({ stamp, assertUnchanged }) => {
    await readWorkspaceEntry(contentDir);
    const requirements = await requirementsOf(contentDir, siteConfig);
    // Before they are read: what is written meanwhile is for the next build.
    const content = `${stamp} ${await publicStamp(publicFolder)}`;
    await withIncrementalOutput(buildCache, { ...fingerprint, content }, async () => {
      await renderSite(place.folder, { ...options, siteConfig }, async () => {
        staged = lifetime.use(await begin?.(place));
      });
      await assertUnchanged();
    });
    return { ...place, requirements };
  });
  // Awaited here: nobody else may build into the folder before it was used.
  return await use(site, staged);
}

/** What a site depends on beside its content. */
async function fingerprintOf(options: BuildOptions, siteConfig: string): Promise<string> {
  const { contentDir, siteUrl, basePath } = options;
  const config = await loadSiteConfig(siteConfig);
  return digestOf([digestOfCode(), contentDir, siteUrl, basePath, config]);
}

const builds = fileURLToPath(new URL('../../.cache/builds', import.meta.url));

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
