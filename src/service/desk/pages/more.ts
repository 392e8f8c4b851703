import { html } from 'hono/html';
import type { Db } from '../../database/schema.ts';
import { listDeliveries } from '../../events/deliveries.ts';
import { listHooks } from '../../events/hooks.ts';
import { listActivities } from '../../keys/activity.ts';
import type { Role } from '../../keys/users.ts';
import { firstFiles } from '../../resources/files.ts';
import { changeTypeKind } from '../../resources/kinds/change-types.ts';
import { listMilestones } from '../../resources/milestones.ts';
import { allLabels, listProjects } from '../../resources/parts.ts';
import { allSubscriberLists } from '../../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../../resources/subscribers/subscribers.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { type Content, list, type Page, time } from '../page.ts';
import { get, type Route } from '../route.ts';

const limit = 200;

/** A page that only shows rows: those that are read, in the columns with these names. */
type Table = readonly [
  title: string,
  columns: string,
  read: (db: Db) => Promise<readonly object[]>,
  role?: Role,
  /** The commands of `service` that change the rows, if they are not named like the page. */
  command?: string,
];

const tables: readonly Table[] = [
  ['Log', 'at actor action subject', (db) => listActivities(db, limit), 'writer', ''],
  ['Roadmap', 'status title project is_public', readBoard, 'writer', 'milestones'],
  ['Labels', 'name slug color', allLabels],
  ['Projects', 'name slug', listProjects],
  ['Change types', 'title color', changeTypeKind.list],
  ['Files', 'file type size', readFiles],
  ['Hooks', 'url events waiting failed disabled_at', listHooks, 'publisher'],
  [
    'Deliveries',
    'name release_id url attempts attempted_at outcome',
    (db) => listDeliveries(db, { limit }),
    'publisher',
    'hooks deliveries',
  ],
  ['Subscriber lists', 'name subscriber_count', allSubscriberLists, 'publisher'],
  ['Subscribers', 'email lists', (db) => listSubscribers(db, { limit }), 'publisher'],
];

async function readFiles(db: Db) {
  return (await firstFiles(db, limit)).map(({ name, ...one }) => {
    return { ...one, file: html`<a href="/files/${encodeURIComponent(name)}">${name}</a>` };
  });
}

/** Milestones in the order of the columns of the board. */
async function readBoard(db: Db) {
  const { roadmap_status_types: types } = await readWorkspace(db);
  const order = new Map(types.map(({ title }, at) => [title, at]));
  const rank = (status: string) => order.get(status) ?? types.length;
  const all = await listMilestones(db, { limit });
  return all.toSorted((a, b) => rank(a.status) - rank(b.status));
}

const nameOf = (title: string) => title.toLowerCase().replace(' ', '-');

/** What the desk only shows. */
export const moreRoutes: readonly Route[] = [
  get('/more', 'writer', ({ user }) => {
    const visible = tables.filter(([, , , role]) => role !== 'publisher' || role === user.role);
    const links = visible.map(
      ([title]) => html`<li><a href="/desk/more/${nameOf(title)}">${title}</a></li>`,
    );
    const lead = html`<p class="page-lead">All but the log are changed by commands on the server.</p>`;
    return { title: 'More', main: html`${lead}<ul>${links}</ul>` };
  }),
  ...tables.map((table) => {
    const [title, , , role = 'writer'] = table;
    return get(`/more/${nameOf(title)}`, role, ({ deps }) => showTable(deps.db, table));
  }),
];

async function showTable(db: Db, [title, names, read, , group]: Table): Promise<Page> {
  const columns = names.split(' ');
  const rows = (await read(db)).map((row) => {
    const values = new Map(Object.entries(row));
    return columns.map((name) => cellOf(name, values.get(name)));
  });
  const headings = columns.map((name) => {
    const words = name.replace('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  });
  const caption = rows.length === limit ? `The first ${limit}` : title;
  const command = group ?? nameOf(title);
  const note =
    command &&
    html`<p>Changed by <code>service ${command}</code> (<code>--help</code> lists how).</p>`;
  return { title, main: html`${note}${list(caption, headings, rows)}` };
}

/** Parts are shown by their names. */
function cellOf(column: string, value: unknown): Content {
  if (Array.isArray(value)) return value.map((one) => cellOf(column, one)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object' && value && 'name' in value) return String(value.name);
  return /^at$|_at$/.test(column) ? time(value as string | null) : (value as Content);
}
