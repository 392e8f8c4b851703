import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { Milestone } from '../../model/api/milestone.ts';
import { Attachment, Label, Project } from '../../model/api/parts.ts';
import { flag, json } from '../database/columns.ts';
import { type List, type ListQuery, readPage } from '../database/page.ts';
import { labelsColumn, projectColumn } from './parts.ts';

/** What indexes have between a filter and the order. */
const marks = { is_public: ['0', '1'] };

const list: List<Milestone> = {
  row: Milestone.extend({
    is_public: flag,
    project: json(Project).nullable(),
    labels: json(z.array(Label)),
    attachments: json(z.array(Attachment)),
  }),
  table: 'milestone',
  by: 'created_at DESC',
  select: `
    SELECT id, number, title, body, slug, status, stage, is_public, upvote_count,
    ${projectColumn}, ${labelsColumn('milestone')}, attachments,
    started_at, ended_at, created_at, updated_at
    FROM milestone`,
  conditions: {
    slug: 'slug = :slug',
    is_public: 'is_public = :is_public',
    status: 'status = :status',
    project_id: 'project_id = :project_id',
  },
  ways: [
    { filters: ['slug'], from: 'milestone INDEXED BY milestone_slug', isShort: true },
    {
      filters: ['project_id'],
      from: 'milestone INDEXED BY milestone_project_newest',
      spread: marks,
    },
    { filters: ['status'], from: 'milestone INDEXED BY milestone_status_newest', spread: marks },
    { filters: ['is_public'], from: 'milestone INDEXED BY milestone_public_newest' },
  ],
};

/** One page of the milestones, newest first. */
export function listMilestones(database: Database, query: ListQuery): Milestone[] {
  return readPage(database, list, query);
}

/** The milestone with this id. */
export function readMilestone(database: Database, id: string): Milestone | undefined {
  return database.get(list.row, `${list.select} WHERE id = :id`, { id });
}
