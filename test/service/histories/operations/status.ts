import type { StatusType } from '../../../../src/model/api/workspace.ts';
import type { Model, ModelMilestone } from '../expected.ts';

// docs/service.md, "What commands can do": how a status changes a milestone.

/** Finds a status type by its title or id, ignoring case. */
export function statusTypeOf({ statusTypes }: Model, status: string): StatusType | undefined {
  const all = [...statusTypes.values()];
  const isIt = (text: string) => text.toLowerCase() === status.toLowerCase();
  return all.find(({ title }) => isIt(title)) ?? all.find(({ id }) => isIt(id));
}

/** The milestone after it was given a status. */
export function withStatus(
  milestone: ModelMilestone,
  type: Pick<StatusType, 'title' | 'stage'>,
  { now }: { now: () => Date },
): ModelMilestone {
  const { title } = type;
  // Imported status types may have no stage.
  const stage = type.stage === '' ? milestone.stage : type.stage;
  const at = now().toISOString();
  const moved = { ...milestone, status: title, stage, updated_at: at };
  if (stage === milestone.stage) return moved;
  if (stage === 'IN_PROGRESS') moved.started_at ??= at;
  if (stage === 'COMPLETED' || stage === 'CANCELED') moved.ended_at ??= at;
  else moved.ended_at = null;
  return moved;
}
