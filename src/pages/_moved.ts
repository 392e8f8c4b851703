import { fromFeatures } from '../features/registry.ts';
import type { Document } from '../site/feeds/document.ts';
import type { SitePage } from '../site/feeds/formats/sitemap.ts';
import { movedYears } from '../site/releases/moved-years.ts';
import { roadmapPages } from '../site/roadmap/roadmap-pages.ts';
import { type Moved, movedWithProjects, redirectList } from '../site/shell/head/redirects.ts';
import type { views } from './_plan.ts';
import { viewsOfRoadmap } from './_roadmap-views.ts';
import { sitePages } from './_site-pages.ts';

type Planned = Awaited<ReturnType<typeof views>>;

/** Every page of core and features for the sitemap. */
export function allSitePages(core: Planned): SitePage[] {
  const { site, releases, milestones, archives } = core;
  const ofFeatures = fromFeatures(core, (one, plan) => one.sitePages?.(core, plan));
  return sitePages(releases, milestones, archives, site, ofFeatures);
}

/** The addresses of pages that moved. */
export function movedPages(core: Planned): Moved[] {
  const { redirects } = core;
  const { config } = core.site;
  const shipped = config.show.roadmap ? core.shipped : [];
  const others = [...movedYears(core.releases, core.site), ...shipped];
  if (!redirects.projects) return [...redirectList(redirects, config), ...others];
  const boards = roadmapPages(core.milestones, core.site, viewsOfRoadmap(config));
  const repeated = fromFeatures(core, (one, plan) => one.repeatedPages?.(core, plan));
  const pages = new Set([...allSitePages(core), ...boards].map(({ path }) => path));
  return [...redirectList(redirects, config, [...pages, ...repeated]), ...others];
}

/**
 * Adds the documents of a project that moved at their old addresses, because a static host cannot
 * redirect a feed. Their ids and contents are the same.
 */
export function alsoAtOldAddresses(
  documents: readonly Document[],
  { projects }: Planned['redirects'],
): Document[] {
  const byPath = new Map(documents.map((one) => [one.path, one]));
  const moved = movedWithProjects([...byPath.keys()], projects);
  const copies = moved.flatMap(({ from, to }) => {
    const document = byPath.get(to);
    if (!document) return [];
    const { fields } = document;
    // The copy names its new address, which is not among the fields.
    const named = fields && { ...fields, aside: [...(fields.aside ?? []), to] };
    return [{ ...document, path: from, ...(named && { fields: named }) }];
  });
  return [...documents, ...copies];
}
