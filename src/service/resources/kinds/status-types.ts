import type { z } from 'zod';
import type { StatusType } from '../../../model/api/workspace.ts';
import { StatusTypeInput } from '../../contract/inputs.ts';
import type { Milestone } from '../../contract/resources.ts';
import type { Db } from '../../database/schema.ts';
import { defined } from '../defined.ts';
import { deleteMilestone, listMilestones, saveMilestone } from '../milestones.ts';
import type { Kind } from './kind.ts';
import { referencesOf } from './references.ts';
import { isSameTitle, typeList } from './workspace-types.ts';

const types = typeList('roadmap_status_types');

/** Status types, which are the columns of the roadmap. Each milestone is in one column. */
export const statusTypeKind: Kind<StatusType, z.infer<typeof StatusTypeInput>> = {
  one: 'status type',
  added: StatusTypeInput,
  list: types.list,
  find: types.find,
  check: (db, { id, input }) => types.check(db, { id, title: input.title }),
  async write(db, { id, before, input, now }) {
    const type = { title: '', color: '', stage: '', ...before, ...defined(input), id };
    const isMoved = before && (before.title !== type.title || before.stage !== type.stage);
    const milestones = isMoved ? await inType(db, before) : [];
    await types.write(db, type);
    await moveAll(db, milestones, { to: type, now });
  },
  publicChange: ({ id }) => ({ kind: 'status_type', id }),
  references: {
    find: async (db, type) => {
      const milestones = await inType(db, type);
      return referencesOf({ milestones: milestones.map(({ title }) => title) });
    },
    move: async (db, { from, to, now }) => moveAll(db, await inType(db, from), { to, now }),
    async drop(db, type) {
      for (const milestone of await inType(db, type)) await deleteMilestone(db, milestone);
    },
  },
  remove: types.remove,
};

async function moveAll(
  db: Db,
  milestones: readonly Milestone[],
  { to, now }: { to: StatusType; now: Date },
): Promise<void> {
  const updated_at = now.toISOString();
  for (const milestone of milestones)
    await saveMilestone(db, { ...withStatus(milestone, to, now), updated_at }, now);
}

async function inType(db: Db, { id }: StatusType): Promise<Milestone[]> {
  const all = await types.list(db);
  const milestones = await listMilestones(db, {});
  return milestones.filter(({ status }) => typeNamed(all, status)?.id === id);
}

/**
 * Finds a status type by its title. Also finds it by its id, because the status of some imported
 * milestones is an id.
 */
export function typeNamed(types: readonly StatusType[], status: string): StatusType | undefined {
  return (
    types.find(({ title }) => isSameTitle(title, status)) ??
    types.find(({ id }) => isSameTitle(id, status))
  );
}

/**
 * Sets the status and stage of a milestone. If the given stage is empty, the stage stays the same.
 * A new stage sets or removes the start and end dates (docs/api.md, "Milestone").
 */
export function withStatus(
  milestone: Milestone,
  { title, stage: input }: { title: string; stage: string },
  now: Date,
): Milestone {
  const stage = input || milestone.stage;
  const moved = { ...milestone, status: title, stage };
  if (stage === milestone.stage) return moved;
  const at = now.toISOString();
  const { started_at, ended_at } = milestone;
  return {
    ...moved,
    started_at: stage === 'IN_PROGRESS' ? (started_at ?? at) : started_at,
    ended_at: ['COMPLETED', 'CANCELED'].includes(stage) ? (ended_at ?? at) : null,
  };
}
