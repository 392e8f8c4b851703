import type { MilestoneSummary } from '../../model/content/content.ts';
import type { Place, RoadmapMove } from '../../model/content/roadmap-log.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { dateView } from '../base/dates.ts';
import { paths } from '../base/urls.ts';
import { type MonthGroup, monthGroups } from '../releases/months.ts';

/** A move with the current state of its milestone. */
export interface MilestoneMove extends Pick<RoadmapMove, 'at' | 'from' | 'to'> {
  milestone: MilestoneSummary;
}

export type MoveView = ReturnType<typeof moveView>;

/** Moves of existing milestones, newest first. @param log oldest first */
export function milestoneMoves(
  log: readonly RoadmapMove[],
  milestones: readonly MilestoneSummary[],
): MilestoneMove[] {
  const byId = new Map(milestones.map((one) => [one.id, one]));
  return log
    .flatMap(({ milestone: id, ...move }) => {
      const milestone = byId.get(id);
      return milestone ? [{ ...move, milestone }] : [];
    })
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

export function moveView({ milestone, at, from, to }: MilestoneMove, site: SiteContext) {
  const type = site.workspace.status_types.find(({ title }) => title === to.status);
  return {
    title: milestone.title,
    href: site.urls.href(paths.milestone(milestone.slug)),
    date: dateView({ at }, site),
    // The move in words, such as "From Planned to In progress".
    words: wordsOf({ from, to }, site),
    // The new status.
    status: { name: nameOf(to, site), colour: colourClass(type?.color ?? null) },
  };
}

/** Groups moves by month, newest first. */
export function movesByMonth(
  moves: readonly MilestoneMove[],
  site: SiteContext,
): MonthGroup<MoveView>[] {
  return monthGroups(moves, ({ at }) => ({ at }), 'monthOfYear', site).map(
    ({ items, ...month }) => ({
      ...month,
      items: items.map((one) => moveView(one, site)),
    }),
  );
}

function wordsOf({ from, to }: Pick<MilestoneMove, 'from' | 'to'>, site: SiteContext): string {
  const { story } = site.strings;
  if (!from) return story.added;
  const [before, after] = [nameOf(from, site), nameOf(to, site)];
  if (before !== after) return story.moved(before, after);
  return story.moved(withStage(from, site), withStage(to, site));
}

function nameOf({ status }: Place, { strings }: SiteContext): string {
  return status || strings.otherStatus;
}

function withStage(place: Place, site: SiteContext): string {
  const { story } = site.strings;
  const name = new Map(Object.entries(story.stages)).get(place.stage) ?? place.stage;
  return story.inStage(nameOf(place, site), name);
}
