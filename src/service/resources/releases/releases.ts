import { z } from 'zod';
import type { Database } from '../../../lib/database/database.ts';
import { Attachment, Change, Contributor, Hero, Label, Project } from '../../../model/api/parts.ts';
import { Release } from '../../../model/api/release.ts';
import { flag, json } from '../../database/columns.ts';
import { linkFilter } from '../../database/link-filter.ts';
import { type List, type ListQuery, readPage } from '../../database/page.ts';
import { labelsColumn, projectColumn } from '../parts.ts';

const Row = Release.extend({
  is_pinned: flag,
  is_public: flag,
  is_pre_release: flag,
  hero: json(Hero).nullable(),
  changes: json(z.array(Change)),
  project: json(Project).nullable(),
  labels: json(z.array(Label)),
  attachments: json(z.array(Attachment)),
  contributors: json(z.array(Contributor)),
  scheduled_at: z.string().nullable(),
}).transform(
  // docs/api.md, "Release": `scheduled_at` is set only while the status is SCHEDULED.
  ({ scheduled_at, ...rest }): Release => ({ ...rest, ...(scheduled_at && { scheduled_at }) }),
);

/** What indexes have between a filter and the order. */
const marks = {
  status: ["'DRAFT'", "'SCHEDULED'", "'RELEASED'"],
  is_public: ['0', '1'],
};

const byLabels = linkFilter({
  filter: 'label_ids',
  owner: { table: 'release', index: 'release_newest', bits: 'label_bits' },
  link: { table: 'release_label', owner: 'release_id', column: 'label_id' },
  of: 'label',
});

const list: List<Release> = {
  row: Row,
  table: 'release',
  by: 'created_at DESC',
  select: `
    SELECT id, title, body, slug, status, version, is_pinned, is_public, is_pre_release, summary,
    hero, changes, ${projectColumn}, ${labelsColumn('release')}, attachments,
    (SELECT json_group_array(
       json_object('id', c.id, 'name', c.name, 'avatar_url', c.avatar_url) ORDER BY x.position)
     FROM release_contributor x JOIN contributor c ON c.id = x.contributor_id
     WHERE x.release_id = release.id) AS contributors,
    scheduled_at, released_at, created_at, updated_at
    FROM release`,
  conditions: {
    slug: 'slug = :slug',
    is_public: 'is_public = :is_public',
    status: 'status = :status',
    project_id: 'project_id = :project_id',
    label_ids: byLabels.condition,
  },
  ways: [
    { filters: ['slug'], from: 'release INDEXED BY release_slug', isShort: true },
    {
      filters: ['label_ids', 'project_id'],
      from: 'release_label INDEXED BY release_label_project_newest',
      id: 'release_id',
      anyOf: byLabels.anyOf,
    },
    {
      filters: ['label_ids'],
      from: 'release_label INDEXED BY release_label_newest',
      id: 'release_id',
      anyOf: byLabels.anyOf,
    },
    { filters: ['project_id'], from: 'release INDEXED BY release_project_newest', spread: marks },
    { filters: ['status'], from: 'release INDEXED BY release_status_newest', spread: marks },
    { filters: ['is_public'], from: 'release INDEXED BY release_status_newest', spread: marks },
  ],
};

/** One page of the releases, newest first. */
export function listReleases(database: Database, query: ListQuery): Release[] {
  return readPage(database, list, query);
}

/** The release with this id, whatever its status. */
export function readRelease(database: Database, id: string): Release | undefined {
  return database.get(list.row, `${list.select} WHERE id = :id`, { id });
}
