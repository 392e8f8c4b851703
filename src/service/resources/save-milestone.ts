import { toIsoUtc } from '../../lib/time/to-iso-utc.ts';
import type { Milestone } from '../contract/milestone.ts';
import { toFlag } from '../database/columns.ts';
import { replaceLinks } from '../database/links.ts';
import { save } from '../database/save.ts';
import type { Db } from '../database/schema.ts';
import { removeFilesOf } from './files.ts';

/** Writes a milestone whole; its project and labels have to be there already. */
export async function saveMilestone(db: Db, milestone: Milestone): Promise<void> {
  await save(db, 'milestone', toMilestoneRow(milestone));
  await replaceLinks(db, 'milestone_label', milestone.id, milestone.labels);
}

/** A milestone as its table keeps it, with every time as an instant. */
export function toMilestoneRow(milestone: Milestone) {
  const { project, labels, started_at, ended_at, ...rest } = milestone;
  return {
    ...rest,
    is_public: toFlag(milestone.is_public),
    project_id: project?.id ?? null,
    attachments: JSON.stringify(milestone.attachments),
    started_at: started_at && toIsoUtc(started_at),
    ended_at: ended_at && toIsoUtc(ended_at),
    created_at: toIsoUtc(milestone.created_at),
    updated_at: toIsoUtc(milestone.updated_at),
  };
}

/** Removes a milestone, with the files of nothing else. */
export async function deleteMilestone(db: Db, milestone: Milestone): Promise<void> {
  await db.deleteFrom('milestone').where('id', '=', milestone.id).execute();
  await removeFilesOf(db, milestone);
}
