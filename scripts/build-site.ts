import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest, digestOf } from '../src/lib/digest.ts';
import { tryLock } from '../src/lib/lock.ts';
import { WaymarkError } from '../src/model/errors.ts';
import type { SiteDemands } from '../src/publish/verify.ts';
import { paths } from '../src/site/urls.ts';
import { entrySlugs } from '../src/store/read-for-page.ts';
import { contentStamp } from '../src/store/stamp.ts';
import { digestOfCode, lockOf, sweepWorkshops, withKeptOutput } from './kept-output.ts';
import { loadSiteConfig } from './load-site-config.ts';
import { renderSite } from './render-site.ts';
import type { RenderOptions } from './run-part.ts';

export interface BuildOptions extends Omit<RenderOptions, 'siteConfig'> {
  /** What `site.config.ts` is called here, absolute. */
  siteConfig?: string;
  /** Absolute. */
  outDir: string;
  /** Renders every page, whatever is left from the build before. */
  full?: boolean;
}

/** A site that was just built, in a private folder; the next build goes on from it. */
export interface BuiltSite {
  folder: string;
  /** What the content demands of it. */
  demands: SiteDemands;
  /** The file in which publishing remembers it. */
  memory: string;
}

/**
 * Renders the content into a private folder, hands that to `use`, and gives what `use` gives. The
 * folder is inside the project, since Astro cannot work across file systems.
 * @throws WaymarkError with what went wrong; nothing that is public was touched
 */
export async function buildSite<T>(
  options: BuildOptions,
  use: (site: BuiltSite) => Promise<T>,
): Promise<T> {
  const { contentDir, outDir, siteConfig = ownSiteConfig } = options;
  const workshop = join(builds, digest(outDir, 16));
  using lock = tryLock(lockOf(workshop));
  if (!lock)
    throw new WaymarkError(`Another build into ${outDir} is running. Wait for it, or stop it.`);
  const folder = join(workshop, 'site');
  const demands = await demandsOf(contentDir, siteConfig);
  await sweepWorkshops(builds);
  const made = {
    outDir,
    digest: await digestOfMaker(options, siteConfig),
    // Before it is read: what is written meanwhile is for the next build.
    content: await contentStamp(contentDir),
    full: options.full ?? false,
  };
  await withKeptOutput(workshop, made, () => renderSite(folder, { ...options, siteConfig }));
  // Awaited here: nobody else may build into the folder before it was used.
  return await use({ folder, demands, memory: join(workshop, 'published.json') });
}

/** What a site depends on beside its content. */
async function digestOfMaker(options: BuildOptions, siteConfig: string): Promise<string> {
  const { contentDir, siteUrl, basePath } = options;
  const config = await loadSiteConfig(siteConfig);
  return digestOf([digestOfCode(), contentDir, siteUrl, basePath, config]);
}

const builds = fileURLToPath(new URL('../.cache/builds', import.meta.url));
const ownSiteConfig = fileURLToPath(new URL('../site.config.ts', import.meta.url));

async function demandsOf(contentDir: string, siteConfig: string): Promise<SiteDemands> {
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
