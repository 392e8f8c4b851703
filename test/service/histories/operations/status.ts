import type { StatusType } from '../../../../src/model/api/workspace.ts';
import type { Model, ModelMilestone } from '../expected.ts';

// docs/service.md, "What commands can do": what a status means to a milestone.

/** The type that a status names, by its title or its id, in any case. */
export function statusTypeOf({ statusTypes }: Model, status: string): StatusType | undefined {
  const all = [...statusTypes.values()];
  const isIt = (text: string) => text.toLowerCase() === status.toLowerCase();
  return all.find(({ title }) => isIt(title)) ?? all.find(({ id }) => isIt(id));
}

/** A milestone that is given a status now. */
export function withStatus(
  milestone: ModelMilestone,
  type: Pick<StatusType, 'title' | 'stage'>,
  { now }: { now: () => Date },
): ModelMilestone {
  const { title } = type;
  // Types that were imported may have none.
  const stage = type.stage === '' ? milestone.stage : type.stage;
  const at = now().toISOString();
  const moved = { ...milestone, status: title, stage, updated_at: at };
  if (stage === milestone.stage) return moved;
  if (stage === 'IN_PROGRESS') moved.started_at ??= at;
  if (stage === 'COMPLETED' || stage === 'CANCELED') moved.ended_at ??= at;
  else moved.ended_at = null;
  return moved;
}
