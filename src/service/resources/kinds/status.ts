import type { StatusType } from '../../../model/api/workspace.ts';
import type { Milestone } from '../../contract/milestone.ts';
import { isSameTitle } from './workspace-types.ts';

/** The type that a milestone's status names: by its title or, as some were imported, its id. */
export function typeNamed(types: readonly StatusType[], status: string): StatusType | undefined {
  return (
    types.find(({ title }) => isSameTitle(title, status)) ??
    types.find(({ id }) => isSameTitle(id, status))
  );
}

/**
 * A milestone as it is once it has a status and a stage; it keeps its own where it is given none, as
 * by a type that was imported without. One that moves into progress, or to its end, says since when
 * (docs/api.md, "Milestone"); one that was over and goes on is over no more.
 */
export function withStatus(
  milestone: Milestone,
  { title, stage: given }: { title: string; stage: string },
  now: Date,
): Milestone {
  const stage = given || milestone.stage;
  const moved = { ...milestone, status: title, stage };
  if (stage === milestone.stage) return moved;
  const at = now.toISOString();
  const { started_at, ended_at } = milestone;
  return {
    ...moved,
    started_at: stage === 'IN_PROGRESS' ? (started_at ?? at) : started_at,
    ended_at: isOver(stage) ? (ended_at ?? at) : null,
  };
}

function isOver(stage: string): boolean {
  return stage === 'COMPLETED' || stage === 'CANCELED';
}
