import { parseSiteConfig } from '../../src/config/site-config.ts';
import type { ReleaseEntry } from '../../src/model/content/content.ts';
import { stringsFor } from '../../src/site/base/strings/languages/languages.ts';
import { createUrls } from '../../src/site/base/urls.ts';
import { archives } from '../../src/site/releases/archives.ts';
import type { Sources } from '../../src/site/roadmap/feeds/sources.ts';
import { milestoneMoves } from '../../src/site/roadmap/milestone-moves.ts';
import { shipping } from '../../src/site/roadmap/shipped-in.ts';
import { asListed } from '../../src/store/read/listed-rows.ts';
import { readContent } from '../../src/store/read/read-content.ts';
import { readWorkspaceEntry } from '../../src/store/read/read-for-page.ts';
import { entryFinder } from './entry-finder.ts';

const siteUrl = 'https://bench.example';

/**
 * Collects what documents of a content folder are rendered from, as in a build with default
 * settings.
 */
export async function sourcesOf(
  contentDir: string,
): Promise<Sources & { releases: ReleaseEntry[] }> {
  const content = await readContent(contentDir);
  const { releases, milestones, projects, labels } = content;
  const config = parseSiteConfig({}, 'site.config.ts');
  const site = {
    workspace: await readWorkspaceEntry(contentDir),
    config,
    urls: createUrls(siteUrl, '/'),
    strings: stringsFor(config.locale),
    hasRoadmap: true,
    links: [],
    projects: new Map(projects.map((one) => [one.id, one])),
    labels: new Map(labels.map((one) => [one.id, one])),
  };
  const all = [...releases.values()];
  const planned = [...milestones.values()];
  const listed = all.map((one) => asListed(one, ''));
  return {
    site,
    releases: all,
    archives: archives(all, site),
    milestones: planned,
    moves: milestoneMoves(content.roadmapLog, planned),
    shipping: shipping(listed, planned, {}, site),
    ...entryFinder(content),
  };
}
