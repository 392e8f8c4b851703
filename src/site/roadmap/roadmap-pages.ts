import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext, SiteFrame } from '../base/context.ts';
import { roadmapFilters } from './roadmap-filters.ts';
import {
  type RoadmapPart,
  type RoadmapView,
  roadmapParts,
  roadmapPath,
  roadmapViews,
  viewName,
} from './roadmap-parts.ts';

/** A page with one view of the whole roadmap, or of the milestones of a project or label. */
export interface RoadmapPage {
  path: string;
  view: RoadmapView;
  /** Undefined on pages of the whole roadmap. */
  part: Omit<RoadmapPart, 'milestones'> | undefined;
  milestones: readonly MilestoneSummary[];
  filters: ReturnType<typeof roadmapFilters>;
  /** The views that the site has. */
  views: readonly RoadmapView[];
}

/** All pages of the roadmap, for each of the given views; empty if the site has no roadmap. */
export function roadmapPages(
  milestones: readonly MilestoneSummary[],
  site: SiteContext,
  views: readonly RoadmapView[] = roadmapViews,
): RoadmapPage[] {
  if (!site.config.show.roadmap) return [];
  const parts = roadmapParts(milestones, site);
  return [undefined, ...parts].flatMap((part) =>
    views.map((view) => ({
      path: roadmapPath(part, view),
      view,
      part,
      milestones: part?.milestones ?? milestones,
      filters: roadmapFilters(parts, milestones.length, part, view, site),
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
