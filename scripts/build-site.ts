import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from '../src/lib/digest.ts';
import { tryLock } from '../src/lib/lock.ts';
import { WaymarkError } from '../src/model/errors.ts';
import type { SiteDemands } from '../src/publish/verify.ts';
import { paths } from '../src/site/urls.ts';
import { entrySlugs } from '../src/store/read-for-page.ts';
import { loadSiteConfig } from './load-site-config.ts';
import { type RenderOptions, runAstro } from './run-astro.ts';

export interface BuildOptions extends Omit<RenderOptions, 'siteConfig'> {
  /** What `site.config.ts` is called here, absolute. */
  siteConfig?: string;
  /** Absolute. */
  outDir: string;
}

/** A site that was just built, in a private folder. */
export interface BuiltSite {
  folder: string;
  /** What the content demands of it. */
  demands: SiteDemands;
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
  using lock = tryLock(`${workshop}.lock`);
  if (!lock)
    throw new WaymarkError(`Another build into ${outDir} is running. Wait for it, or stop it.`);
  const folder = join(workshop, 'site');
  const demands = await demandsOf(contentDir, siteConfig);
  try {
    await runAstro(workshop, folder, { ...options, siteConfig });
    // Awaited here: nobody else may build into the folder before it was used.
    return await use({ folder, demands });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
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
