import type { SiteContext } from '../base/context.ts';
import { type Facet, facets } from './roadmap-choice.ts';
import { type RoadmapPart, type RoadmapView, roadmapPath } from './roadmap-parts.ts';

/** A filter of the roadmap: a list of links, one to the page of each project or label. */
export interface RoadmapFilter {
  facet: Facet;
  name: string;
  /** The name of the current choice. */
  chosen: string;
  /** The first link is for all milestones. */
  links: FilterLink[];
}

interface FilterLink {
  /** Empty in the link for all milestones. */
  slug: string;
  name: string;
  count: number;
  href: string;
  isChosen: boolean;
}

/**
 * The filters of a page of the roadmap.
 * @param total number of milestones on the whole roadmap
 * @param current the project or label that the page shows
 */
export function roadmapFilters(
  parts: readonly RoadmapPart[],
  total: number,
  current: RoadmapPart | undefined,
  view: RoadmapView,
  { urls, strings }: SiteContext,
): RoadmapFilter[] {
  const { board, archives } = strings;
  const everything = { project: board.allProjects, label: board.allLabels } satisfies Record<
    Facet,
    string
  >;
  return facets.flatMap((facet) => {
    const choices = parts.filter((part) => part.facet === facet);
    if (choices.length === 0) return [];
    const chosen = choices.find((part) => part === current);
    const link = (part: RoadmapPart | undefined): FilterLink => ({
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
