import { html } from 'hono/html';
import { listActivities } from '../../keys/activity.ts';
import { RefusedError } from '../../refused-error.ts';
import { confirmed, field, form, list, type Page, type Problems, time } from '../page.ts';
import type { Route, Visit } from '../route.ts';
import { addUser, changeUser, findUser, linkAddress, listUsers, makeLink, Role } from '../users.ts';

const maxActivities = 200;

/** The people of the desk, and the log of what they and keys did. */
export const userRoutes: readonly Route[] = [
  { method: 'GET', path: '/users', role: 'writer', answer: (visit) => showUsers(visit) },
  {
    method: 'POST',
    path: '/users/add',
    role: 'publisher',
    async answer(visit) {
      const { value, now } = visit;
      const role = Role.safeParse(value('role')).data ?? 'writer';
      try {
        const link = await visit.write(
          'added a user',
          async (db) => makeLink(db, await addUser(db, { name: value('name'), role }, now), now),
          () => `${value('name')} (${role})`,
        );
        return showLink(visit, link);
      } catch (error) {
        if (!(error instanceof RefusedError && error.details)) throw error;
        return showUsers(visit, {
          name: 'Give a name of at most 255 characters that no user has.',
        });
      }
    },
  },
  {
    method: 'POST',
    path: '/users/link',
    role: 'publisher',
    async answer(visit) {
      const name = visit.value('name');
      const link = await visit.write(
        'made a sign-in link',
        async (db) => {
          const user = await findUser(db, name);
          return user && makeLink(db, user, visit.now);
        },
        (secret) => secret && name,
      );
      return link === undefined ? { to: '/desk/users' } : showLink(visit, link);
    },
  },
  {
    method: 'POST',
    path: '/users/change',
    role: 'publisher',
    async answer({ value, write, now, user }) {
      const name = value('name');
      const role = Role.safeParse(value('role')).data;
      // So that somebody is left who can manage the desk.
      if (name === user.name)
        throw new RefusedError('invalid', 'Another publisher has to change or remove you.');
      await write(
        role ? `changed a role to ${role}` : 'removed a user',
        (db) => changeUser(db, name, { role, now }),
        (isDone) => (isDone ? name : undefined),
      );
      return { to: '/desk/users' };
    },
  },
  {
    method: 'GET',
    path: '/log',
    role: 'writer',
    async answer({ deps }) {
      const activities = await listActivities(deps.db, maxActivities);
      const rows = activities.map(({ at, actor, action, subject }) => [
        time(at),
        actor,
        action,
        subject,
      ]);
      const main = list(
        'What users and keys changed, latest first',
        ['When', 'Who', 'What', 'Of what'],
        rows,
      );
      return { title: 'Log', main };
    },
  },
];

function showLink({ value, origin }: Visit, secret: string): Page {
  const main = html`<p>Give this link to <strong>${value('name')}</strong>. It works once, within 30 minutes, and is shown only now:</p><p class="secret"><code tabindex="0">${linkAddress(origin, secret)}</code></p><p><a href="/desk/users">All users</a></p>`;
  return { title: 'A sign-in link', main, isSecret: true };
}

async function showUsers(visit: Visit, problems: Problems = {}): Promise<Page> {
  const { deps, now, user, values } = visit;
  const isPublisher = user.role === 'publisher';
  const rows = (await listUsers(deps.db, now)).map((one) => {
    const hidden = { name: [one.name] };
    const other = one.role === 'writer' ? 'publisher' : 'writer';
    const changes = [
      confirmed(`Make ${one.name} a ${other}`, '/desk/users/change', { ...hidden, role: [other] }),
      confirmed(`Remove ${one.name}`, '/desk/users/change', hidden),
    ];
    const actions = [
      form({ action: '/desk/users/link', hidden, button: 'Make a link' }),
      one.name !== user.name && changes,
    ];
    return [
      one.name,
      one.role,
      time(one.created_at),
      one.sessions,
      one.keys.join(', '),
      isPublisher && actions,
    ];
  });
  const adding = html`<h2>A new user</h2>${form({
    ...{ action: '/desk/users/add', button: 'Add a user', problems },
    main: [
      field({ name: 'name', label: 'Name', attributes: { autocomplete: 'off' } }, values, problems),
      field(
        {
          name: 'role',
          label: 'Role',
          kind: 'select',
          options: [
            ['writer', 'writer: edits drafts'],
            ['publisher', 'publisher: everything'],
          ],
        },
        values,
      ),
    ],
  })}`;
  const columns = ['Name', 'Role', 'Added', 'Sessions', 'Keys made', 'Actions'];
  return {
    title: 'Users',
    status: Object.keys(problems).length > 0 ? 422 : 200,
    main: html`${list('Users', columns, rows)}${isPublisher && html`<p>Another role, or removal, ends all sessions of a user at once. Keys that the user made stay valid: revoke them if they have to end.</p>${adding}`}`,
  };
}
