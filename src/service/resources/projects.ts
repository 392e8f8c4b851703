import type { Database } from '../../lib/database/database.ts';
import { Project } from '../../model/api/parts.ts';
import { type List, type ListQuery, readPage } from '../database/page.ts';

const list: List<Project> = {
  row: Project,
  table: 'project',
  by: 'name',
  select: 'SELECT id, name, slug FROM project',
  conditions: { slug: 'slug = :slug' },
};

/** One page of the projects, by name. */
export function listProjects(database: Database, query: ListQuery): Project[] {
  return readPage(database, list, query);
}
