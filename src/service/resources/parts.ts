import { sql } from 'kysely';
import { Contributor, Label, Project } from '../../model/api/parts.ts';
import type { ListProjects, PageQuery } from '../contract/lists.ts';
import { wordsOf } from '../database/engine.ts';
import { paged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';

/** A subquery that returns the project of a row as JSON text, or null. */
export function projectOf(db: Db, owner: 'release' | 'milestone') {
  return wordsOf(db).jsonObjectFrom(
    db
      .selectFrom('project as p')
      .select(['p.id', 'p.name', 'p.slug'])
      .where('p.id', '=', sql.ref<string>(`${owner}.project_id`)),
  );
}

interface Link {
  label_id: string;
  position: number;
}

/** A subquery that returns the labels of a row as JSON text, in the row's order. */
export function labelsOf(db: Db, owner: 'release' | 'milestone') {
  return wordsOf(db).jsonArrayFrom(
    db
      .selectFrom(sql<Link>`${sql.table(`${owner}_label`)}`.as('x'))
      .innerJoin('label as l', 'l.id', 'x.label_id')
      .select(['l.id', 'l.name', 'l.slug', 'l.color'])
      .where(sql.ref(`x.${owner}_id`), '=', sql.ref(`${owner}.id`))
      .orderBy('x.position'),
  );
}

/** All labels, sorted by name. The API has no endpoint for labels. */
export async function allLabels(db: Db): Promise<Label[]> {
  const rows = await selectLabels(db).orderBy('name').orderBy('id').execute();
  return rows.map((row) => Label.parse(row));
}

/** Finds the label of each distinct id, in the order of the ids; undefined for unknown ids. */
export async function findLabels(db: Db, ids: readonly string[]): Promise<(Label | undefined)[]> {
  const rows = await selectLabels(db).where(wordsOf(db).isAmong('id', ids)).execute();
  const labels = new Map(rows.map((row) => [row.id, Label.parse(row)]));
  return [...new Set(ids)].map((id) => labels.get(id));
}

function selectLabels(db: Db) {
  return db.selectFrom('label').select(['id', 'name', 'slug', 'color']);
}

/** One page of the projects, by name. */
export async function listProjects(
  db: Db,
  { slug, ...page }: ListProjects = {},
): Promise<Project[]> {
  let projects = selectProjects(db);
  if (slug !== undefined) projects = projects.where('slug', '=', slug);
  const rows = await paged(projects.orderBy('name').orderBy('id'), page).execute();
  return rows.map((row) => Project.parse(row));
}

export async function findProject(db: Db, id: string): Promise<Project | undefined> {
  const row = await selectProjects(db).where('id', '=', id).executeTakeFirst();
  return row && Project.parse(row);
}

function selectProjects(db: Db) {
  return db.selectFrom('project').select(['id', 'name', 'slug']);
}

/** One page of the workspace's members, by name. */
export async function listContributors(db: Db, page: PageQuery = {}): Promise<Contributor[]> {
  const members = selectContributors(db).orderBy('name').orderBy('id');
  const rows = await paged(members, page).execute();
  return rows.map((row) => Contributor.parse(row));
}

/** The member with this id. */
export async function findContributor(db: Db, id: string): Promise<Contributor | undefined> {
  const row = await selectContributors(db).where('id', '=', id).executeTakeFirst();
  return row && Contributor.parse(row);
}

function selectContributors(db: Db) {
  return db.selectFrom('contributor').select(['id', 'name', 'avatar_url']);
}
