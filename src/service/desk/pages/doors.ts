import { html } from 'hono/html';
import { endSession, findLink, listSessions, signIn } from '../../keys/sessions.ts';
import { form, list, type Page, time } from '../page.ts';
import { get, post, type Route } from '../route.ts';

const deadLink: Page = {
  title: 'This link no longer works',
  status: 410,
  isSecret: true,
  main: html`<p>A sign-in link works once, within 30 minutes, and only if no newer one was made. Ask a publisher for another, or make one on the server with “service users link NAME”.</p>`,
};

/** Signing in and out, and one's own sessions. */
export const doorRoutes: readonly Route[] = [
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
      const end = form('/desk/you/end', isThis ? 'Sign out' : 'End', '', {
        hidden: { id: [one.id] },
      });
      const browser = html`${one.agent}${isThis && html` <strong>(this one)</strong>`}`;
      return [browser, time(one.created_at), time(one.used_at), end];
    });
    return {
      title,
      main: list('Your sessions', ['Browser', 'Began', 'Last used', 'Actions'], rows),
    };
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
];
