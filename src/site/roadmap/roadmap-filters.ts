import type { SiteContext } from '../base/context.ts';
import { type Facet, facets } from './roadmap-choice.ts';
import { type RoadmapPart, type RoadmapView, roadmapPath } from './roadmap-parts.ts';

/**
 * The filters of a page of the roadmap: for each, the name of the current choice, and links to all
 * milestones and to the page of each project or label.
 * @param total number of milestones on the whole roadmap
 * @param current the project or label that the page shows
 */
export function roadmapFilters(
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
