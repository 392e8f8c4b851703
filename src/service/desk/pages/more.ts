import { html } from 'hono/html';
import { sql } from 'kysely';
import type { Db } from '../../database/schema.ts';
import { listDeliveries } from '../../events/deliveries.ts';
import { listHooks } from '../../events/hooks.ts';
import { listMilestones } from '../../resources/milestones.ts';
import { allLabels, listContributors, listProjects } from '../../resources/parts.ts';
import { allSubscriberLists } from '../../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../../resources/subscribers/subscribers.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { type Content, list, time } from '../page.ts';
import { get, type Route } from '../route.ts';
import type { Role } from '../users.ts';

const limit = 200;

/** A list that the desk only shows, and the command that changes it. */
interface Shown {
  title: string;
  /** The group of `service` commands. */
  command: string;
  role: Role;
  columns: readonly string[];
  rows: (db: Db) => Promise<Content[][]>;
}

const table = (
  title: string,
  command: string,
  columns: readonly string[],
  rows: Shown['rows'],
  role: Role = 'writer',
): Shown => ({ title, command, role, columns, rows });

const lists: readonly Shown[] = [
  table('Roadmap', 'milestones', ['Status', 'Title', 'Project', 'Shown'], async (db) => {
    const { roadmap_status_types: types } = await readWorkspace(db);
    const order = new Map(types.map(({ title }, at) => [title, at]));
    const rank = (status: string) => order.get(status) ?? types.length;
    const all = await listMilestones(db, { limit });
    return all
      .toSorted((a, b) => rank(a.status) - rank(b.status))
      .map((one) => [
        one.status,
        one.title,
        one.project?.name,
        one.is_public ? 'public' : 'private',
      ]);
  }),
  table('Labels', 'labels', ['Name', 'Slug', 'Colour'], async (db) =>
    (await allLabels(db)).map(({ name, slug, color }) => [name, slug, color]),
  ),
  table('Projects', 'projects', ['Name', 'Slug'], async (db) =>
    (await listProjects(db, {})).map(({ name, slug }) => [name, slug]),
  ),
  table('Contributors', 'contributors', ['Name'], async (db) =>
    (await listContributors(db, {})).map(({ name }) => [name]),
  ),
  table('Change types', 'change-types', ['Title', 'Colour'], async (db) =>
    (await readWorkspace(db)).release_change_types.map(({ title, color }) => [title, color]),
  ),
  table('Status types', 'status-types', ['Title', 'Stage'], async (db) =>
    (await readWorkspace(db)).roadmap_status_types.map(({ title, stage }) => [title, stage]),
  ),
  table('Files', 'files', ['Name', 'Type', 'Bytes'], async (db) => {
    const size = sql<number>`length(bytes)`.as('size');
    const files = db.selectFrom('file').select(['name', 'type', size]).orderBy('name');
    return (await files.limit(limit).execute()).map(({ name, type, size }) => {
      return [html`<a href="/files/${encodeURIComponent(name)}">${name}</a>`, type, size];
    });
  }),
  table(
    'Hooks',
    'hooks',
    ['Address', 'Events', 'Waiting', 'Failed', 'Disabled'],
    async (db) =>
      (await listHooks(db)).map((one) => {
        const { url, events, waiting, failed, disabled_at } = one;
        return [url, events.join(', '), waiting, failed, time(disabled_at)];
      }),
    'publisher',
  ),
  table(
    'Deliveries',
    'hooks deliveries',
    ['Event', 'Release', 'Attempts', 'Last', 'Outcome'],
    async (db) =>
      (await listDeliveries(db, { failed: false, limit })).map((one) => {
        const { name, release_id, attempts, attempted_at, outcome } = one;
        return [name, release_id, attempts, time(attempted_at), outcome ?? 'waiting'];
      }),
    'publisher',
  ),
  table(
    'Subscriber lists',
    'subscriber-lists',
    ['Name', 'Subscribers'],
    async (db) => (await allSubscriberLists(db)).map((one) => [one.name, one.subscriber_count]),
    'publisher',
  ),
  table(
    'Subscribers',
    'subscribers',
    ['Address', 'Lists'],
    async (db) =>
      (await listSubscribers(db, { limit })).map(({ email, lists }) => {
        return [email, lists.map(({ name }) => name).join(', ')];
      }),
    'publisher',
  ),
];

const pathOf = ({ title }: Shown) => `/more/${title.toLowerCase().replace(' ', '-')}`;

/** What the desk only shows. */
export const moreRoutes: readonly Route[] = [
  get('/more', 'writer', ({ user }) => {
    const visible = lists.filter(({ role }) => role === 'writer' || role === user.role);
    const links = visible.map(
      (one) => html`<li><a href="/desk${pathOf(one)}">${one.title}</a></li>`,
    );
    const lead = html`<p class="page-lead">These are changed by commands on the server.</p>`;
    return { title: 'More', main: html`${lead}<ul>${links}</ul>` };
  }),
  ...lists.map((one) =>
    get(pathOf(one), one.role, async ({ deps }) => {
      const rows = await one.rows(deps.db);
      const caption = rows.length === limit ? `The first ${limit}` : one.title;
      const note = html`<p>Changed by <code>service ${one.command}</code> (<code>--help</code> lists how).</p>`;
      return { title: one.title, main: html`${note}${list(caption, one.columns, rows)}` };
    }),
  ),
];
