import { html } from 'hono/html';
import { ReleaseStatus } from '../../../model/api/release.ts';
import { listProjects } from '../../resources/parts.ts';
import { findReleases } from '../../resources/releases/find-releases.ts';
import { addressOf, type Field, fill, form, list, type Page, time } from '../page.ts';
import type { Visit } from '../route.ts';

const perPage = 50;

/** The list of releases: the first page of the desk. */
export async function showReleases({ deps: { db }, c }: Visit): Promise<Page> {
  const asked = c.req.query();
  const status = ReleaseStatus.safeParse(asked.status).data;
  const offset = Math.min(1e9, Math.max(0, Math.trunc(Number(asked.from)) || 0));
  const found = await findReleases(db, { ...asked, status, offset, limit: perPage + 1 });
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
  const page = (from: number, label: string) => {
    const { searchParams } = new URL(c.req.url);
    searchParams.set('from', `${from}`);
    return html`<a href="?${searchParams.toString()}">${label}</a> `;
  };
  const filled = fill(fields, c.req.queries());
  const filters = form('/desk/', 'Find', filled, { attributes: { method: 'get' } });
  const main = html`<p class="releases"><a class="button" href="/desk/new">Write a release</a></p>
<div class="filters">${filters}</div>
${list('Releases, newest first', ['Title', 'Version', 'Project', 'State', 'When'], rows)}
<p>${offset > 0 && page(Math.max(0, offset - perPage), 'Newer')}${found.length > perPage && page(offset + perPage, 'Older')}</p>`;
  return { title: 'Releases', main };
}

const all = ['', 'all'] as const;
/** The states of a release in words. */
const words = { DRAFT: 'draft', SCHEDULED: 'scheduled', RELEASED: 'released' } as const;
