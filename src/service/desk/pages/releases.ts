import { html } from 'hono/html';
import { sql } from 'kysely';
import { ReleaseStatus } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';
import { listProjects } from '../../resources/parts.ts';
import { addressOf, type Field, fill, form, list, type Page, time } from '../page.ts';
import type { Visit } from '../route.ts';

const perPage = 50;

/** The list of releases: the first page of the desk. */
export async function showReleases({ deps: { db }, c }: Visit): Promise<Page> {
  const query = new URL(c.req.url).searchParams;
  const offset = Math.min(1e9, Math.max(0, Math.trunc(Number(query.get('from'))) || 0));
  const found = await findReleases(db, query, offset);
  const rows = found
    .slice(0, perPage)
    .map((one) => [
      html`<a href="${addressOf(one.id)}">${one.title || one.slug}</a>`,
      one.version,
      one.project,
      `${words[one.status]}${one.is_public ? '' : ', private'}`,
      time(one.scheduled_at ?? one.released_at ?? one.updated_at),
    ]);
  const projects = (await listProjects(db)).map(({ id, name }) => [id, name] as const);
  const states = Object.entries(words);
  const fields: Field[] = [
    { name: 'text', label: 'Title, slug or version', kind: 'search' },
    { name: 'status', label: 'State', kind: 'select', options: [all, ...states] },
    { name: 'project', label: 'Project', kind: 'select', options: [all, ...projects] },
  ];
  const values = Object.fromEntries([...query].map(([name, value]) => [name, [value]]));
  const page = (from: number, label: string) => {
    query.set('from', `${from}`);
    return html`<a href="?${query.toString()}">${label}</a> `;
  };
  const filters = form('/desk/', 'Find', fill(fields, values), { attributes: { method: 'get' } });
  const main = html`<p class="releases"><a class="button" href="/desk/new">Write a release</a></p>
<div class="filters">${filters}</div>
${list('Releases, newest first', ['Title', 'Version', 'Project', 'State', 'When'], rows)}
<p>${offset > 0 && page(Math.max(0, offset - perPage), 'Newer')}${found.length > perPage && page(offset + perPage, 'Older')}</p>`;
  return { title: 'Releases', main };
}

const all = ['', 'all'] as const;
/** The states of a release in words. */
const words = { DRAFT: 'draft', SCHEDULED: 'scheduled', RELEASED: 'released' } as const;

const when = sql`coalesce(scheduled_at, released_at, release.updated_at)`;

/** One page of the releases that match, and one more if there is another page. */
function findReleases(db: Db, query: URLSearchParams, offset: number) {
  const [text, project] = [query.get('text') ?? '', query.get('project')];
  const status = ReleaseStatus.safeParse(query.get('status')).data;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const searched = sql`lower(title || ' ' || slug || ' ' || coalesce(version, ''))`;
  // Sorts ids alone, because the rows contain whole texts.
  let newest = db.selectFrom('release').select('id').orderBy(when, 'desc').orderBy('id');
  if (status) newest = newest.where('status', '=', status);
  if (project) newest = newest.where('project_id', '=', project);
  if (text) newest = newest.where(sql<boolean>`${searched} like ${pattern} escape '\\'`);
  return db
    .selectFrom('release')
    .leftJoin('project', 'project.id', 'release.project_id')
    .select(['release.id', 'release.title', 'release.slug', 'version', 'status', 'is_public'])
    .select(['scheduled_at', 'released_at', 'updated_at', 'project.name as project'])
    .where('release.id', 'in', newest.limit(perPage + 1).offset(offset))
    .orderBy(when, 'desc')
    .orderBy('release.id')
    .execute();
}
