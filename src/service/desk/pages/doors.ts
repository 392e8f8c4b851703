import { html } from 'hono/html';
import { setSession } from '../cookie.ts';
import { form, list, type Page, time } from '../page.ts';
import type { Route } from '../route.ts';
import { endSession, findLink, listSessions, signIn } from '../sessions.ts';

const deadLink: Page = {
  title: 'This link no longer works',
  status: 410,
  isSecret: true,
  main: html`<p>A sign-in link works once, within 30 minutes, and only if no newer one was made. Ask a publisher for another, or make one on the server with “service users link NAME”.</p>`,
};

/** Signing in and out, and one's own sessions. */
export const doorRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sign-in/:secret',
    role: 'anyone',
    // Only the button spends the link, so that previews in chats and mail scanners use none up.
    async answer({ deps, now, param }) {
      const user = await findLink(deps.db, param, now);
      if (!user) return deadLink;
      const main = html`<p>You are about to sign in as <strong>${user.name}</strong> (${user.role}).</p>${form({ action: `/desk/sign-in/${param}`, button: 'Sign in' })}`;
      return { title: 'Sign in', main, isSecret: true };
    },
  },
  {
    method: 'POST',
    path: '/sign-in/:secret',
    role: 'anyone',
    async answer({ c, deps, now, param, origin, write, user, session }) {
      // Read first, so that unknown links cause no writes.
      if (!(await findLink(deps.db, param, now))) return deadLink;
      const agent = c.req.header('user-agent') ?? 'unknown browser';
      const begin = await write(
        'signed in',
        async (db) => {
          if (session !== undefined) await endSession(db, user, session);
          return signIn(db, param, { now, agent });
        },
        (done) => done?.user.name,
      );
      if (!begin) return deadLink;
      setSession(c, origin, begin.secret);
      return { to: '/desk/' };
    },
  },
  {
    method: 'GET',
    path: '/you',
    role: 'writer',
    async answer({ deps, user, now, session }) {
      const sessions = await listSessions(deps.db, user, now);
      const rows = sessions.map(({ id, agent, created_at, used_at }) => [
        html`${agent}${id === session && html` <strong>(this one)</strong>`}`,
        time(created_at),
        time(used_at),
        form({
          action: '/desk/you/end',
          hidden: { id: [id] },
          button: id === session ? 'Sign out' : 'End',
        }),
      ]);
      const about =
        session === undefined
          ? html`<p>A proxy signed you in. Sign out there.</p>`
          : list('Your sessions', ['Browser', 'Began', 'Last used', 'Actions'], rows);
      return { title: `${user.name}, ${user.role}`, main: about };
    },
  },
  {
    method: 'POST',
    path: '/you/end',
    role: 'writer',
    async answer({ c, user, session, value, origin, write }) {
      const id = value('id');
      await write(
        'ended a session',
        (db) => endSession(db, user, id),
        () => user.name,
      );
      if (id === session) setSession(c, origin, undefined);
      return { to: '/desk/you' };
    },
  },
];
