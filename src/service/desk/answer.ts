import { html } from 'hono/html';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import { limits } from '../../model/limits.ts';
import { inTransaction } from '../database/transaction.ts';
import { WriteRefusedError } from '../database/write-queue.ts';
import type { Parts } from '../http/app.ts';
import type { HttpContext } from '../http/handle.ts';
import { noStore } from '../http/send.ts';
import { recordActivity } from '../keys/activity.ts';
import { RefusedError } from '../refused-error.ts';
import { readWorkspace } from '../resources/workspace.ts';
import { readSession } from './cookie.ts';
import { form, frame, type Page, type Values } from './page.ts';
import { readForm, type Sent } from './read-form.ts';
import { type DeskOptions, nobody, type Route, type Visit } from './route.ts';
import { findSession, touchSession } from './sessions.ts';
import { findUser, type User } from './users.ts';

type Context = Parts & DeskOptions & { caller: Caller };

/** Maximum size of a form with its files. Of strangers, only what they typed is read. */
const maxForm = limits.file + limits.body;

interface Visitor {
  user: User;
  session: string | undefined;
  isOld: boolean;
}
/** `unknown`: the database does not answer. */
type Found = Visitor | 'nobody' | 'unknown';

/** Checks who visits and from where, answers, and turns errors into pages. */
export async function answerRoute(
  c: HttpContext,
  route: Route,
  context: Context,
): Promise<Response> {
  const { isOnlyHere, publicUrl } = context;
  const origin = isOnlyHere || publicUrl === undefined ? new URL(c.req.url).origin : publicUrl;
  let found = await identifyVisitor(c, context);
  let visitor = visitorOf(found);
  const show = (page: Page) => sendPage(c, page, { user: visitor?.user, context });
  if (route.method === 'POST' && !isOwn(c, route, origin)) return show(crossSite);
  const sent = await readSent(c, visitor, context);
  if (!sent) return show(tooLarge);
  // Reading takes as long as the sender likes. Meanwhile, a user can be removed or demoted.
  if (route.method === 'POST') found = await identifyVisitor(c, context);
  visitor = visitorOf(found);
  const again = ({ why, ...page }: Refused) =>
    show({ ...page, main: html`<p>${why}</p>${sendAgain(c, sent.values)}`, isSecret: true });
  const refused = refusalOf(route, found);
  if (refused) return again(refused);
  try {
    const answer = await route.answer(await begin(c, visitor, { ...context, ...sent, origin }));
    if (answer instanceof Response) return answer;
    return 'to' in answer ? c.redirect(answer.to, 303) : show(answer);
  } catch (error) {
    return again(problemOf(error, context.log));
  }
}

function visitorOf(found: Found): Visitor | undefined {
  return typeof found === 'object' ? found : undefined;
}

async function begin(
  c: HttpContext,
  visitor: Visitor | undefined,
  { deps, inTurn, origin, ...rest }: Context & Sent & { origin: string },
): Promise<Visit> {
  const now = deps.clock.now();
  const { user = nobody, session } = visitor ?? {};
  if (visitor?.isOld && session !== undefined)
    await inTurn(() => touchSession(deps.db, session, now));
  return {
    ...rest,
    ...{ c, deps, origin, now, user, session },
    param: c.req.param('id') ?? c.req.param('secret') ?? '',
    query: new URL(c.req.url).searchParams,
    value: (name) => rest.values[name]?.[0]?.trim() ?? '',
    write: (action, work, subjectOf) =>
      inTurn(() =>
        inTransaction(deps.db, async (db) => {
          const done = await work(db);
          const subject = subjectOf(done);
          const actor = user === nobody ? (subject ?? '') : user.name;
          if (subject !== undefined) await recordActivity(db, { now, actor, action, subject });
          return done;
        }),
      ),
  };
}

async function identifyVisitor(c: HttpContext, context: Context): Promise<Found> {
  const { caller, userHeader, deps } = context;
  try {
    // Only proxies that are trusted can say that a request came over HTTPS.
    const name = caller.isSecure && userHeader ? c.req.header(userHeader) : undefined;
    if (name !== undefined) {
      const user = await findUser(deps.db, decodeName(name));
      return user ? { user, session: undefined, isOld: false } : 'nobody';
    }
    const secret = readSession(c, caller.isSecure);
    const found = secret && (await findSession(deps.db, secret, deps.clock.now()));
    return found ? { user: found.user, session: found.id, isOld: found.isOld } : 'nobody';
  } catch (error) {
    if (isUnavailable(error)) return 'unknown';
    throw error;
  }
}

/** Node reads headers as Latin-1, but proxies write names in UTF-8. */
function decodeName(header: string): string {
  return Buffer.from(header, 'latin1').toString();
}

/**
 * Whether a request that changes something comes from the desk itself. The page of a sign-in link
 * has the policy `no-referrer`, so browsers send no origin from it, but still say that it is the
 * same one.
 */
function isOwn(c: HttpContext, { path }: Route, origin: string): boolean {
  const sent = c.req.header('origin');
  if (sent === origin) return true;
  const isOfLink = path.startsWith('/sign-in/') && sent === 'null';
  return isOfLink && c.req.header('sec-fetch-site') === 'same-origin';
}

async function readSent(
  c: HttpContext,
  visitor: Visitor | undefined,
  { limitReading }: Context,
): Promise<Sent | undefined> {
  if (c.req.method !== 'POST') return { values: {}, files: {} };
  return visitor ? readForm(c, maxForm) : limitReading(() => readForm(c, limits.body));
}

interface Refused {
  title: string;
  status: NonNullable<Page['status']>;
  why: string;
}

function refusalOf({ role }: Route, found: Found): Refused | undefined {
  if (found === 'unknown') return busy;
  if (role === 'anyone') return undefined;
  if (found === 'nobody') return signedOut;
  return role === 'publisher' && found.user.role !== role ? notForWriters : undefined;
}

function problemOf(error: unknown, log: Log): Refused {
  if (isUnavailable(error)) return busy;
  const title = 'That did not work';
  if (error instanceof RefusedError) {
    const status = { missing: 404, 'too-large': 413 } as const;
    const known = Object.hasOwn(status, error.refusal)
      ? (error.refusal as keyof typeof status)
      : undefined;
    return { title, status: known ? status[known] : 422, why: error.message };
  }
  log.error({ err: error }, 'a request to the desk failed');
  return { title, status: 500, why: 'The service has failed. Nothing was changed.' };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || error instanceof WriteRefusedError;
}

const busy: Refused = {
  title: 'Try again',
  status: 503,
  why: 'The database is busy. Nothing was changed. Wait a moment, and try again.',
};
const signedOut: Refused = {
  title: 'Sign in',
  status: 401,
  why: 'You are not signed in. Ask a publisher for a sign-in link, or make one on the server with “service users link NAME”.',
};
const notForWriters: Refused = {
  title: 'Not for writers',
  status: 403,
  why: 'Only publishers may do this. Nothing was changed.',
};
const crossSite: Page = {
  title: 'Refused',
  status: 403,
  main: html`<p>This request came from another site. Nothing was changed. Open <a href="/desk/">the desk</a>, and try again.</p>`,
};
const tooLarge: Page = {
  title: 'Too large',
  status: 413,
  main: html`<p>The form with its files is over ${maxForm / 2 ** 20} MB, or you are not signed in. Go back: what you typed is still in the form. Choose smaller files, or sign in in another tab.</p>`,
};

/** Sends a form again, so that nothing that was typed is lost. */
function sendAgain(c: HttpContext, hidden: Values) {
  if (c.req.method !== 'POST') return undefined;
  const { pathname: action } = new URL(c.req.url);
  const [enctype = ''] = (c.req.header('content-type') ?? '').split(';');
  return html`<p>What you typed is kept on this page. Leave it open, mend the cause in another tab, and send it again from here. Files have to be chosen again.</p>${form(action, 'Send again', '', { hidden, attributes: { enctype } })}`;
}

async function sendPage(
  c: HttpContext,
  page: Page,
  { user, context }: { user: User | undefined; context: Context },
): Promise<Response> {
  const { name } = await readWorkspace(context.deps.db).catch(() => ({ name: 'Desk' }));
  const text = await frame(page, { user, path: new URL(c.req.url).pathname, name });
  return context.send(c, {
    bytes: new TextEncoder().encode(String(text)),
    type: 'text/html; charset=utf-8',
    status: page.status ?? 200,
    cacheControl: page.isSecret ? noStore : 'private, no-cache',
  });
}
