import type { LabelEntry, MilestoneSummary, ProjectEntry } from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import type { Strings } from '../base/strings/shape.ts';
import { paths } from '../base/urls.ts';
import type { Facet } from './roadmap-choice.ts';

export const roadmapViews = ['board', 'list', 'timeline'] as const;
export type RoadmapView = (typeof roadmapViews)[number];

/** The milestones of one project, or with one label. */
export interface RoadmapPart {
  facet: Facet;
  id: string;
  slug: string;
  name: string;
  /** Path of its board, below the base. */
  path: string;
  /** A CSS class; undefined for projects, which have no colour. */
  colour: string | undefined;
  milestones: MilestoneSummary[];
}

/** The projects that have milestones, then the labels that have milestones, each sorted by name. */
export function roadmapParts(
  milestones: readonly MilestoneSummary[],
  { projects, labels, config }: SiteContext,
): RoadmapPart[] {
  const { compare } = new Intl.Collator(config.locale, { numeric: true });
  const parts = (
    facet: Facet,
    table: Iterable<ProjectEntry & Partial<LabelEntry>>,
    idsOf: (one: MilestoneSummary) => string[],
  ) => {
    const pairs = milestones.flatMap((one) => [...new Set(idsOf(one))].map((id) => ({ id, one })));
    const byId = Map.groupBy(pairs, ({ id }) => id);
    return [...table]
      .map(({ id, slug, name, color }) => ({
        facet,
        id,
        slug,
        name,
        path: boardPaths[facet](slug),
        colour: color === undefined ? undefined : colourClass(color),
        milestones: (byId.get(id) ?? []).map(({ one }) => one),
      }))
      .filter((part) => part.milestones.length > 0)
      .sort((a, b) => compare(a.name, b.name) || (a.slug < b.slug ? -1 : 1));
  };
  return [
    ...parts('project', projects.values(), ({ project }) => (project ? [project] : [])),
    ...parts('label', labels.values(), (one) => one.labels),
  ];
}

/** The projects and labels whose roadmap has a feed; none if the site shows no roadmap. */
export function offeredRoadmaps(
  milestones: readonly MilestoneSummary[],
  site: SiteContext,
): RoadmapPart[] {
  return site.config.show.roadmap ? roadmapParts(milestones, site) : [];
}

/** The project of a milestone as a part of the roadmap; undefined without a project. */
export function projectPart(
  { project: id }: Pick<MilestoneSummary, 'project'>,
  { projects }: SiteContext,
): Pick<RoadmapPart, 'facet' | 'slug' | 'name' | 'path'> | undefined {
  const project = projects.get(id ?? '');
  const facet = 'project';
  return project && { facet, ...project, path: boardPaths[facet](project.slug) };
}

export function viewName(view: RoadmapView, { board, story }: Strings): string {
  return view === 'timeline' ? story.timeline : board[view];
}

/** The path of the roadmap of a project or label, or of the whole roadmap. */
export function roadmapPath(
  part: Pick<RoadmapPart, 'facet' | 'slug'> | undefined,
  view: RoadmapView,
): string {
  const board = part ? boardPaths[part.facet](part.slug) : paths.roadmap();
  return viewPaths[view](board);
}

const viewPaths = {
  board: (board) => board,
  list: paths.roadmapList,
  timeline: paths.roadmapTimeline,
} satisfies Record<RoadmapView, (board: string) => string>;

const boardPaths = {
  project: paths.roadmapProject,
  label: paths.roadmapLabel,
} satisfies Record<Facet, (slug: string) => string>;
