import { stages } from '../../model/api/stages.ts';
import type { MilestoneSummary } from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { latestMoveFirst } from './milestone-dates.ts';

/**
 * Milestones by status: first the workspace's statuses by stage, then statuses that the workspace
 * does not have. Milestones with most votes are first or, if the site shows no votes, those with
 * the latest move.
 */
export function statusGroups(milestones: Iterable<MilestoneSummary>, site: SiteContext) {
  const byStatus = Map.groupBy(milestones, ({ status }) => status ?? '');
  const types = new Map(site.workspace.status_types.map((type) => [type.title, type]));
  const known = [...types.values()]
    .sort((a, b) => order(a.stage) - order(b.stage))
    .map(({ title, color, stage }) => ({
      title,
      colour: colourClass(color),
      stage,
      milestones: byStatus.get(title) ?? [],
    }));
  const unknown = [...byStatus.keys()]
    .filter((title) => !types.has(title))
    .sort()
    .flatMap((title) => unknownGroups(title, byStatus.get(title) ?? []));
  const compare = site.config.show.votes ? byVotes : latestMoveFirst;
  return [...known, ...unknown].map((group) => ({
    ...group,
    milestones: group.milestones.toSorted(compare),
  }));
}

/**
 * Groups for a status that the workspace does not have; its title is empty for milestones without a
 * status. Canceled milestones get a separate group, and the stage of the others is empty.
 */
function unknownGroups(title: string, milestones: MilestoneSummary[]) {
  const parts = Map.groupBy(milestones, ({ stage }) => (stage === 'CANCELED' ? stage : ''));
  return [...parts].map(([stage, some]) => ({
    title,
    colour: colourClass(null),
    stage,
    milestones: some,
  }));
}

function order(stage: string): number {
  const index = (stages as readonly string[]).indexOf(stage);
  return index === -1 ? stages.length : index;
}

function byVotes(a: MilestoneSummary, b: MilestoneSummary): number {
  return b.upvote_count - a.upvote_count || (a.id < b.id ? -1 : 1);
}
