import { html } from 'hono/html';
import { sql } from 'kysely';
import { ReleaseStatus } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';
import { listProjects } from '../../resources/parts.ts';
import { fill, form, list, type Page, time } from '../page.ts';
import type { Visit } from '../route.ts';

const perPage = 50;

/** The list of releases: the first page of the desk. */
export async function showReleases({ deps, query }: Visit): Promise<Page> {
  const offset = Math.min(1e9, Math.max(0, Math.trunc(Number(query.get('from'))) || 0));
  const given = (name: string) => query.get(name) ?? '';
  const [text, state, project] = [given('text'), given('status'), given('project')];
  const status = ReleaseStatus.safeParse(state).data;
  const found = await findReleases(deps.db, { text, project, status, offset });
  const rows = found
    .slice(0, perPage)
    .map((one) => [
      html`<a href="/desk/releases/${encodeURIComponent(one.id)}">${one.title || one.slug}</a>`,
      one.version,
      one.project,
      `${words[one.status]}${one.is_public ? '' : ', private'}`,
      time(one.scheduled_at ?? one.released_at ?? one.updated_at),
    ]);
  const projects = (await listProjects(deps.db, {})).map(({ id, name }) => [id, name] as const);
  const states = ReleaseStatus.options.map((one) => [one, words[one]] as const);
  const choice = (name: string, label: string, options: typeof projects) =>
    ({ name, label, kind: 'select', options: [['', 'all'], ...options] }) as const;
  const fields = [
    { name: 'text', label: 'Title, slug or version', kind: 'search' },
    choice('status', 'State', states),
    choice('project', 'Project', projects),
  ];
  const values = { text: [text], status: [state], project: [project] };
  const page = (from: number, label: string) => {
    query.set('from', `${from}`);
    return html`<a href="?${query.toString()}">${label}</a> `;
  };
  const filters = form('/desk/', 'Find', fill(fields, values), { attributes: { method: 'get' } });
  const main = html`<p><a class="button" href="/desk/new">Write a release</a></p>
<div class="filters">${filters}</div>
${list('Releases, newest first', ['Title', 'Version', 'Project', 'State', 'When'], rows)}
<p>${offset > 0 && page(Math.max(0, offset - perPage), 'Newer')}${found.length > perPage && page(offset + perPage, 'Older')}</p>`;
  return { title: 'Releases', main };
}

/** The states of a release in words. */
const words = { DRAFT: 'draft', SCHEDULED: 'scheduled', RELEASED: 'released' } as const;

interface Filter {
  text: string;
  project: string;
  status: ReleaseStatus | undefined;
  offset: number;
}

const when = sql`coalesce(scheduled_at, released_at, release.updated_at)`;

/** One page of the releases that match, and one more if there is another page. */
function findReleases(db: Db, { text, project, status, offset }: Filter) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const isLike = (column: string) =>
    sql<boolean>`lower(coalesce(${sql.ref(column)}, '')) like ${pattern} escape '\\'`;
  // Sorts ids alone, because the rows contain whole texts.
  const newest = db
    .selectFrom('release')
    .select('id')
    .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'DRAFT'))
    .$if(project !== '', (all) => all.where('project_id', '=', project))
    .$if(text !== '', (all) =>
      all.where((eb) => eb.or([isLike('title'), isLike('slug'), isLike('version')])),
    )
    .orderBy(when, 'desc')
    .orderBy('id')
    .limit(perPage + 1)
    .offset(offset);
  return db
    .selectFrom('release')
    .leftJoin('project', 'project.id', 'release.project_id')
    .select(['release.id', 'release.title', 'release.slug', 'version', 'status', 'is_public'])
    .select(['scheduled_at', 'released_at', 'updated_at', 'project.name as project'])
    .where('release.id', 'in', newest)
    .orderBy(when, 'desc')
    .orderBy('release.id')
    .execute();
}
