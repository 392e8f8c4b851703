import { sql } from 'kysely';
import { z } from 'zod';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { Attachment, Label, Project } from '../../model/api/parts.ts';
import type { ListMilestones } from '../contract/lists.ts';
import { Milestone } from '../contract/resources.ts';
import { flag, json, toFlag } from '../database/columns.ts';
import { replaceLinks } from '../database/links.ts';
import { fixedText, paged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { removeFilesOf, saveWithFiles } from './file-uses.ts';
import { labelsOf, projectOf } from './parts.ts';

const Row = Milestone.extend({
  is_public: flag,
  project: json(Project).nullable(),
  labels: json(z.array(Label)),
  attachments: json(z.array(Attachment)),
  started_on: z.string().nullable(),
  ended_on: z.string().nullable(),
}).transform(
  ({ started_on, ended_on, ...rest }): Milestone => ({
    ...rest,
    ...(started_on && { started_on }),
    ...(ended_on && { ended_on }),
  }),
);

/** One page of the milestones, newest first. */
export async function listMilestones(db: Db, query: ListMilestones): Promise<Milestone[]> {
  // Ids are selected first, so that links are only read for the rows of the page.
  const { rows } = await sql`${selectMilestones(db)} where milestone.id in ${idsOf(db, query)}
    order by milestone.created_at desc, milestone.id`.execute(db);
  return rows.map((row) => Row.parse(row));
}

export async function readMilestone(db: Db, id: string): Promise<Milestone | undefined> {
  const { rows } = await sql`${selectMilestones(db)} where milestone.id = ${id}`.execute(db);
  return rows.length > 0 ? Row.parse(rows[0]) : undefined;
}

function idsOf(db: Db, query: ListMilestones) {
  const { slug, is_public, status, project_id, created_before, ...page } = query;
  let ids = db.selectFrom('milestone').select('id');
  if (slug !== undefined) ids = ids.where('slug', '=', slug);
  if (is_public !== undefined) ids = ids.where('is_public', '=', toFlag(is_public));
  if (status !== undefined) ids = ids.where('status', '=', status);
  if (project_id !== undefined) ids = ids.where('project_id', '=', project_id);
  if (created_before !== undefined) ids = ids.where('created_at', '<', created_before);
  return paged(ids.orderBy('created_at', 'desc').orderBy('id'), page);
}

const selectMilestones = fixedText((db) =>
  db
    .selectFrom('milestone')
    .select(['id', 'number', 'title', 'body', 'slug', 'status', 'stage', 'is_public'])
    .select(['upvote_count', 'attachments', 'started_at', 'ended_at', 'created_at', 'updated_at'])
    .select(['started_on', 'ended_on'])
    .select([projectOf(db, 'milestone').as('project'), labelsOf(db, 'milestone').as('labels')]),
);

/** Writes a whole milestone. Its project and labels must exist already. */
export async function saveMilestone(db: Db, milestone: Milestone, now: Date): Promise<void> {
  await saveWithFiles(db, 'milestone', toMilestoneRow(milestone), now);
  await replaceLinks(db, 'milestone_label', milestone.id, milestone.labels);
}

/** Converts a milestone to a row of the database, with times in ISO 8601 in UTC. */
export function toMilestoneRow(milestone: Milestone) {
  const { project, labels, started_at, ended_at, ...rest } = milestone;
  return {
    ...rest,
    is_public: toFlag(milestone.is_public),
    project_id: project?.id ?? null,
    attachments: JSON.stringify(milestone.attachments),
    started_at: started_at && toIsoUtc(started_at),
    started_on: (started_at && milestone.started_on) || null,
    ended_at: ended_at && toIsoUtc(ended_at),
    ended_on: (ended_at && milestone.ended_on) || null,
    created_at: toIsoUtc(milestone.created_at),
    updated_at: toIsoUtc(milestone.updated_at),
  };
}

/** Removes a milestone, and the files that no other resource refers to. */
export async function deleteMilestone(db: Db, milestone: Milestone): Promise<void> {
  await db.deleteFrom('milestone').where('id', '=', milestone.id).execute();
  await removeFilesOf(db, 'milestone', milestone);
}
