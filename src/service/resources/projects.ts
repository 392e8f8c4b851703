import { Project } from '../../model/api/parts.ts';
import { type PageQuery, paged } from '../database/page.ts';
import type { Db } from '../database/schema.ts';

interface ProjectQuery extends PageQuery {
  slug?: string | undefined;
}

/** One page of the projects, by name. */
export async function listProjects(db: Db, { slug, ...page }: ProjectQuery): Promise<Project[]> {
  let projects = db.selectFrom('project').select(['id', 'name', 'slug']);
  if (slug !== undefined) projects = projects.where('slug', '=', slug);
  const rows = await paged(projects.orderBy('name').orderBy('id'), page).execute();
  return rows.map((row) => Project.parse(row));
}
