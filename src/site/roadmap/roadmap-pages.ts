import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext, SiteFrame } from '../base/context.ts';
import { type Facet, facets } from './roadmap-choice.ts';
import {
  type RoadmapPart,
  type RoadmapView,
  roadmapParts,
  roadmapPath,
  roadmapViews,
  viewName,
} from './roadmap-parts.ts';

/** A page with one view of the whole roadmap, or of the milestones of a project or label. */
export type RoadmapPage = ReturnType<typeof roadmapPages>[number];

/** All pages of the roadmap, for each of the given views; empty if the site has no roadmap. */
export function roadmapPages(
  milestones: readonly MilestoneSummary[],
  site: SiteContext,
  views: readonly RoadmapView[] = roadmapViews,
) {
  if (!site.config.show.roadmap) return [];
  const parts = roadmapParts(milestones, site);
  return [undefined, ...parts].flatMap((part) =>
    views.map((view) => ({
      path: roadmapPath(part, view),
      view,
      /** Undefined on pages of the whole roadmap. */
      part,
      milestones: part?.milestones ?? milestones,
      filters: roadmapFilters(parts, milestones.length, part, view, site),
      /** The views that the site has. */
      views,
    })),
  );
}

/** A unique title, such as "Atlas – Roadmap – List". */
export function roadmapTitle({ part, view }: RoadmapPage, { strings }: SiteFrame): string {
  const name = view === 'board' ? undefined : viewName(view, strings);
  const names = [part?.name, strings.roadmap, name];
  return names.filter((name) => name !== undefined).join(' – ');
}

/**
 * The filters of a page of the roadmap: for each, the name of the current choice, and links to all
 * milestones and to the page of each project or label.
 * @param total number of milestones on the whole roadmap
 * @param current the project or label that the page shows
 */
function roadmapFilters(
  parts: readonly RoadmapPart[],
  total: number,
  current: RoadmapPart | undefined,
  view: RoadmapView,
  { urls, strings }: SiteContext,
) {
  const { board, archives } = strings;
  const everything = { project: board.allProjects, label: board.allLabels } satisfies Record<
    Facet,
    string
  >;
  return facets.flatMap((facet) => {
    const choices = parts.filter((part) => part.facet === facet);
    if (choices.length === 0) return [];
    const chosen = choices.find((part) => part === current);
    const link = (part: RoadmapPart | undefined) => ({
      slug: part?.slug ?? '',
      name: part?.name ?? everything[facet],
      count: part?.milestones.length ?? total,
      href: urls.href(roadmapPath(part, view)),
      isChosen: part === chosen,
    });
    const links = [undefined, ...choices].map(link);
    const name = archives[facet].kind;
    return [{ facet, name, chosen: link(chosen).name, links }];
  });
}
