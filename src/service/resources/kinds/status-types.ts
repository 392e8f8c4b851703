import type { z } from 'zod';
import type { StatusType } from '../../../model/api/workspace.ts';
import { GivenStatusType } from '../../contract/given.ts';
import type { Milestone } from '../../contract/milestone.ts';
import type { Db } from '../../database/schema.ts';
import { defined } from '../defined.ts';
import { deleteMilestone, listMilestones, saveMilestone } from '../milestones.ts';
import type { Kind } from './kind.ts';
import { typeNamed, withStatus } from './status.ts';
import { usesOf } from './uses.ts';
import { typeList } from './workspace-types.ts';

const types = typeList('roadmap_status_types');

/** The columns of the roadmap: each milestone is in one. */
export const statusTypeKind: Kind<StatusType, z.infer<typeof GivenStatusType>> = {
  one: 'status type',
  added: GivenStatusType,
  edited: GivenStatusType.partial(),
  list: types.list,
  find: types.find,
  check: (db, { id, given }) => types.check(db, { id, title: given.title }),
  async write(db, { id, before, given, now }) {
    const type = { title: '', color: '', stage: '', ...before, ...defined(given), id };
    const isMoved = before && (before.title !== type.title || before.stage !== type.stage);
    const milestones = isMoved ? await inType(db, before) : [];
    await types.write(db, type);
    await moveAll(db, milestones, { to: type, now });
  },
  shown: ({ id }) => ({ kind: 'status_type', id }),
  uses: {
    find: async (db, type) => {
      const milestones = await inType(db, type);
      return usesOf({ milestones: milestones.map(({ title }) => title) });
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
    await saveMilestone(db, { ...withStatus(milestone, to, now), updated_at });
}

async function inType(db: Db, { id }: StatusType): Promise<Milestone[]> {
  const all = await types.list(db);
  const milestones = await listMilestones(db, {});
  return milestones.filter(({ status }) => typeNamed(all, status)?.id === id);
}
