import { html } from 'hono/html';
import { sql } from 'kysely';
import { ReleaseStatus } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';
import { listProjects } from '../../resources/parts.ts';
import { field, form, list, time } from '../page.ts';
import type { Route } from '../route.ts';

const perPage = 50;

/** The list of releases: the first page of the desk. */
export const releaseRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    role: 'writer',
    async answer({ deps, query }) {
      const offset = Math.max(0, Math.trunc(Number(query.get('from'))) || 0);
      const names = ['text', 'status', 'project'] as const;
      const values = Object.fromEntries(names.map((name) => [name, [query.get(name) ?? '']]));
      const filter = { text: query.get('text') ?? '', project: query.get('project') ?? '' };
      const status = ReleaseStatus.safeParse(query.get('status')).data;
      const found = await findReleases(deps.db, { ...filter, status, offset });
      const rows = found
        .slice(0, perPage)
        .map((one) => [
          one.title,
          one.version,
          one.project,
          `${words[one.status]}${one.is_public ? '' : ', private'}`,
          time(one.scheduled_at ?? one.released_at ?? one.updated_at),
        ]);
      const projects = (await listProjects(deps.db, {})).map(({ id, name }) => [id, name] as const);
      const statuses = ReleaseStatus.options.map((one) => [one, words[one]] as const);
      const filters = [
        field({ name: 'text', label: 'Title, slug or version', kind: 'search' }, values),
        field(
          { name: 'status', label: 'State', kind: 'select', options: [['', 'all'], ...statuses] },
          values,
        ),
        field(
          {
            name: 'project',
            label: 'Project',
            kind: 'select',
            options: [['', 'all'], ...projects],
          },
          values,
        ),
      ];
      const page = (from: number, text: string) => {
        const pairs = names.map((name) => [name, query.get(name) ?? ''] as const);
        const address = [...pairs, ['from', String(from)] as const]
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join('&');
        return html`<a href="?${address}">${text}</a> `;
      };
      const main = html`<div class="filters">${form({ action: '/desk/', method: 'get', main: filters, button: 'Find' })}</div>
${list('Releases, newest first', ['Title', 'Version', 'Project', 'State', 'When'], rows)}
<p>${offset > 0 && page(Math.max(0, offset - perPage), 'Newer')}${found.length > perPage && page(offset + perPage, 'Older')}</p>`;
      return { title: 'Releases', main };
    },
  },
];

/** The states of a release in words. */
const words = { DRAFT: 'draft', SCHEDULED: 'scheduled', RELEASED: 'released' } as const;

interface Filter {
  text: string;
  project: string;
  status: ReleaseStatus | undefined;
  offset: number;
}

/** One page of the releases that match, and one more if there is another page. */
function findReleases(db: Db, { text, project, status, offset }: Filter) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const isLike = (column: string) =>
    sql<boolean>`lower(coalesce(${sql.ref(column)}, '')) like ${pattern} escape '\\'`;
  return db
    .selectFrom('release')
    .leftJoin('project', 'project.id', 'release.project_id')
    .select(['release.id', 'release.title', 'release.slug', 'version', 'status', 'is_public'])
    .select(['scheduled_at', 'released_at', 'updated_at', 'project.name as project'])
    .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'DRAFT'))
    .$if(project !== '', (all) => all.where('project_id', '=', project))
    .$if(text !== '', (all) =>
      all.where((eb) =>
        eb.or([isLike('release.title'), isLike('release.slug'), isLike('version')]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('release.id')
    .limit(perPage + 1)
    .offset(offset)
    .execute();
}
