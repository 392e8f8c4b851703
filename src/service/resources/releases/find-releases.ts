import { sql } from 'kysely';
import type { Release } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';

interface Search {
  /** A part of the title, the slug or the version. */
  text?: string;
  status?: Release['status'] | undefined;
  /** Id of the project. */
  project?: string;
  limit: number;
  offset: number;
}

/** The releases that match, without their texts. Those that went live or changed last are first. */
export function findReleases(db: Db, { text, status, project, limit, offset }: Search) {
  // Sorts ids alone, because the rows contain whole texts.
  let newest = db.selectFrom('release').select('id').orderBy(when, 'desc').orderBy('id');
  if (status) newest = newest.where('status', '=', status);
  if (project) newest = newest.where('project_id', '=', project);
  if (text) newest = newest.where(sql<boolean>`${searched} like ${patternOf(text)} escape '\\'`);
  return db
    .selectFrom('release')
    .leftJoin('project', 'project.id', 'release.project_id')
    .select(['release.id', 'release.title', 'release.slug', 'version', 'status', 'is_public'])
    .select(['scheduled_at', 'released_at', 'updated_at', 'project.name as project'])
    .where('release.id', 'in', newest.limit(limit).offset(offset))
    .orderBy(when, 'desc')
    .orderBy('release.id')
    .execute();
}

const when = sql`coalesce(scheduled_at, released_at, release.updated_at)`;
const searched = sql`lower(title || ' ' || slug || ' ' || coalesce(version, ''))`;

function patternOf(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
