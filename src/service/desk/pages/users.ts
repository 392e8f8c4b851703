import { html } from 'hono/html';
import { endSession, findLink, listSessions, signIn } from '../../keys/sessions.ts';
import {
  addUser,
  changeUser,
  findUser,
  linkAddress,
  listUsers,
  makeLink,
  Role,
} from '../../keys/users.ts';
import { RefusedError } from '../../refused-error.ts';
import { confirmed, fill, form, list, type Page, type Problems, time } from '../page.ts';
import { get, post, type Route, type Visit } from '../route.ts';

const deadLink: Page = {
  title: 'This link no longer works',
  status: 410,
  isSecret: true,
  main: html`<p>A sign-in link works once, within 30 minutes, and only if no newer one was made. Ask a publisher for another, or make one on the server with “service users link NAME”.</p>`,
};

/** Signing in and out, one's own sessions, and the people of the desk. */
export const userRoutes: readonly Route[] = [
  // Only the button spends the link, so that previews in chats and mail scanners use none up.
  get('/sign-in/:secret', 'anyone', async ({ deps, now, param }) => {
    const user = await findLink(deps.db, param, now);
    if (!user) return deadLink;
    const main = html`<p>You are about to sign in as <strong>${user.name}</strong> (${user.role}).</p>${form(`/desk/sign-in/${param}`, 'Sign in')}`;
    return { title: 'Sign in', main, isSecret: true };
  }),
  post('/sign-in/:secret', 'anyone', async (visit) => {
    const { c, deps, now, param, user, session } = visit;
    // Read first, so that unknown links cause no writes.
    if (!(await findLink(deps.db, param, now))) return deadLink;
    const agent = c.req.header('user-agent') ?? 'unknown browser';
    const begun = await visit.write(async (db, log) => {
      if (session !== undefined) await endSession(db, user, session);
      const done = await signIn(db, param, { now, agent });
      if (done) await log('signed in', done.user.name);
      return done;
    });
    if (!begun) return deadLink;
    visit.setSession(begun.secret);
    return { to: '/desk/' };
  }),
  get('/you', 'writer', async ({ deps, user, now, session }) => {
    const title = `${user.name}, ${user.role}`;
    if (session === undefined)
      return { title, main: html`<p>A proxy signed you in. Sign out there.</p>` };
    const rows = (await listSessions(deps.db, user, now)).map((one) => {
      const isThis = one.id === session;
      const hidden = { id: [one.id] };
      const end = form('/desk/you/end', isThis ? 'Sign out' : 'End', '', { hidden });
      const browser = html`${one.agent}${isThis && html` <strong>(this one)</strong>`}`;
      return [browser, time(one.created_at), time(one.used_at), end];
    });
    const names = ['Browser', 'Began', 'Last used', 'Actions'];
    return { title, main: list('Your sessions', names, rows) };
  }),
  post('/you/end', 'writer', async ({ user, session, value, setSession, write }) => {
    const id = value('id');
    await write(async (db, log) => {
      await endSession(db, user, id);
      await log('ended a session', user.name);
    });
    if (id === session) setSession('');
    return { to: '/desk/you' };
  }),
  get('/users', 'writer', (visit) => showUsers(visit)),
  post('/users/add', 'publisher', addAndShow),
  post('/users/link', 'publisher', async (visit) => {
    const name = visit.value('name');
    const link = await visit.write(async (db, log) => {
      const user = await findUser(db, name);
      if (user) await log('made a sign-in link', name);
      return user && makeLink(db, user, visit.now);
    });
    return link === undefined ? { to: '/desk/users' } : showLink(visit, link);
  }),
  post('/users/change', 'publisher', async ({ value, write, now, user }) => {
    const name = value('name');
    const role = Role.safeParse(value('role')).data;
    // So that somebody is left who can manage the desk.
    if (name === user.name)
      throw new RefusedError('invalid', 'Another publisher has to change or remove you.');
    await write(async (db, log) => {
      const isChanged = await changeUser(db, name, { role, now });
      if (isChanged) await log(role ? `changed a role to ${role}` : 'removed a user', name);
    });
    return { to: '/desk/users' };
  }),
];

async function addAndShow(visit: Visit): Promise<Page> {
  const { value, now } = visit;
  const [name, role] = [value('name'), Role.safeParse(value('role')).data ?? 'writer'];
  const adding = visit.write(async (db, log) => {
    const user = await addUser(db, { name, role }, now);
    await log('added a user', `${name} (${role})`);
    return makeLink(db, user, now);
  });
  const link = await adding.catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.details)) throw error;
  });
  if (link) return showLink(visit, link);
  return showUsers(visit, { name: 'Give a name of at most 255 characters that no user has.' });
}

function showLink({ value, origin }: Visit, secret: string): Page {
  const main = html`<p>Give this link to <strong>${value('name')}</strong>. It works once, within 30 minutes, and is shown only now:</p><p class="secret"><code tabindex="0">${linkAddress(origin, secret)}</code></p><p><a href="/desk/users">All users</a></p>`;
  return { title: 'A sign-in link', main, isSecret: true };
}

const columns = ['Name', 'Role', 'Added', 'Sessions', 'Keys made', 'Actions'];
const roles = { writer: 'writer: edits drafts', publisher: 'publisher: everything' };
const fields = [
  { name: 'name', label: 'Name', attributes: { autocomplete: 'off' } },
  { name: 'role', label: 'Role', kind: 'select', options: Object.entries(roles) },
];

async function showUsers(visit: Visit, problems: Problems = {}): Promise<Page> {
  const { deps, now, user, values } = visit;
  const isPublisher = user.role === 'publisher';
  const rows = (await listUsers(deps.db, now)).map(({ name, role, ...one }) => {
    const hidden = { name: [name] };
    const other = role === 'writer' ? 'publisher' : 'writer';
    const change = (what: string, more: { role?: string[] }) =>
      confirmed(what, '/desk/users/change', { ...hidden, ...more });
    const changes = [
      change(`Make ${name} a ${other}`, { role: [other] }),
      change(`Remove ${name}`, {}),
    ];
    const link = form('/desk/users/link', 'Make a link', '', { hidden });
    const actions = isPublisher && [link, name !== user.name && changes];
    return [name, role, time(one.created_at), one.sessions, one.keys.join(', '), actions];
  });
  const adding = html`<p>Another role, or removal, ends all sessions of a user at once. Keys that the user made stay valid: revoke them if they have to end.</p>
<h2>A new user</h2>${form('/desk/users/add', 'Add a user', fill(fields, values, problems))}`;
  return {
    title: 'Users',
    problems,
    main: html`${list('Users', columns, rows)}${isPublisher && adding}`,
  };
}
