import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { WriteRefusedError } from '../database/write-queue.ts';
import type { Parts } from '../http/app.ts';
import type { HttpContext } from '../http/handle.ts';
import { type Reading, readParts } from '../http/read-parts.ts';
import { statuses } from '../http/respond.ts';
import { noStore } from '../http/send.ts';
import { recordActivity } from '../keys/activity.ts';
import { findSession, touchSession, type Visitor } from '../keys/sessions.ts';
import { findUser, type User } from '../keys/users.ts';
import { RefusedError } from '../refused-error.ts';
import { readWorkspace } from '../resources/workspace.ts';
import { form, frame, type Page, type Values } from './page.ts';
import { type DeskOptions, explainTo, nobody, type Route, type Sent } from './route.ts';

/** The cookie with a session's secret. Over HTTPS, its prefix keeps other hosts from setting it. */
const cookie = 'desk';
const cookieOptions = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;
const maxAge = 30 * 24 * 3600;

/** Maximum size of a form with its files, in bytes. */
const maxForm = limits.file + limits.body;
/** No page of the desk has as many fields. */
const maxFields = 5000;

type Context = Parts & DeskOptions & { caller: Caller };

/** Checks who visits and from where, answers, and turns errors into pages. */
export async function answerRoute(
  c: HttpContext,
  route: Route,
  context: Context,
): Promise<Response> {
  const { caller, deps, inTurn, isOnlyHere } = context;
  const origin = isOnlyHere ? new URL(c.req.url).origin : caller.origin;
  let user: User | undefined;
  let values: Values | undefined;
  const show = async (page: Page) => {
    const { name } = await readWorkspace(deps.db).catch(() => ({ name: 'Desk' }));
    const text = await frame(page, { user, path: c.req.path, name });
    return context.send(c, {
      bytes: new TextEncoder().encode(String(text)),
      type: 'text/html; charset=utf-8',
      status: page.status ?? (Object.keys(page.problems ?? {}).length > 0 ? 422 : 200),
      cacheControl: page.isSecret ? noStore : 'private, no-cache',
    });
  };
  const admit = async (db: Db): Promise<Visitor> => {
    const visitor = await identifyVisitor(c, context, db);
    user = visitor?.user;
    if (!user && route.role !== 'anyone') throw refused(401);
    if (user?.role !== 'publisher' && route.role === 'publisher') throw refused(403);
    return visitor ?? { user: nobody };
  };
  const begin = async (sent: Sent) => {
    if (route.method === 'POST') values = sent.values;
    // Reading takes as long as the sender likes. Meanwhile, a user can be removed or demoted.
    const { user, session, isOld } = await admit(deps.db);
    const now = deps.clock.now();
    if (isOld && session !== undefined) await inTurn(() => touchSession(deps.db, session, now));
    const param = c.req.param('id') ?? c.req.param('secret') ?? '';
    const answer = await route.answer({
      ...{ ...context, ...sent, c, origin, now, user, session, param },
      setSession: (secret) => {
        const kept = { ...cookieOptions, maxAge: secret ? maxAge : 0 };
        const isSecure = origin.startsWith('https:');
        setCookie(c, cookie, secret, isSecure ? { ...kept, secure: true, prefix: 'host' } : kept);
      },
      value: (name) => sent.values[name]?.[0]?.trim() ?? '',
      write: (work) =>
        inTurn(() =>
          inTransaction(deps.db, async (db) => {
            // Nobody can remove or demote the user before the transaction ends.
            await admit(db);
            return work(db, (action, subject) => {
              const actor = user === nobody ? subject : user.name;
              return recordActivity(db, { now, actor, action, subject });
            });
          }),
        ),
    });
    if (answer instanceof Response) return answer;
    return 'to' in answer ? c.redirect(answer.to, 303) : show(answer);
  };
  try {
    if (route.method === 'GET') return await begin({ values: {}, files: [] });
    if (!isOwn(c, route, origin)) throw refused(403, crossSite);
    return await readSent(c, context, begin);
  } catch (error) {
    const { status, message } = refusalOf(error, user, context.log);
    const title = status === 401 ? 'Sign in' : 'That did not work';
    const main = html`<p>${message}</p>${values && sendAgain(c, values)}`;
    return show({ title, status, main, isSecret: true });
  }
}

/** Reads a form, and answers. Only users send files, and each only a few at once. */
async function readSent(
  c: HttpContext,
  context: Context,
  answer: (sent: Sent) => Promise<Response>,
): Promise<Response> {
  // If the database is not available, the form is read all the same, so that it can be sent again.
  const visitor = await identifyVisitor(c, context, context.deps.db).catch(() => undefined);
  if (visitor)
    return context.uploads({
      key: `desk ${visitor.user.id}`,
      read: (onBytes, signal) => readForm(c, { max: maxForm, onBytes, signal }),
      store: answer,
    });
  const sent = await context.limitReading(() => readForm(c, { max: limits.body }));
  if (!sent) throw refused(503);
  return answer(sent);
}

type Bounds = Pick<Reading, 'max' | 'onBytes' | 'signal'>;

/** Reads a form. @throws RefusedError if it is too large, has too many fields or is damaged */
async function readForm(c: HttpContext, reading: Bounds): Promise<Sent> {
  const { fields, files } = await readParts(c, {
    ...reading,
    limits: { parts: maxFields, fields: maxFields, fieldSize: limits.body },
    tooLarge,
    tooMany: () => new RefusedError('too-large', tooLarge),
    damaged: () => new RefusedError('invalid', damaged),
  });
  const groups = Map.groupBy(fields, ([name]) => name);
  // Lines end as on this system. Characters that cannot be stored are left out.
  const values = [...groups].map(([name, all]) => [
    name,
    all.map(([, text]) => text.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed()),
  ]);
  return { values: Object.fromEntries(values), files: files.filter(({ name }) => name) };
}

const tooLarge = `The form with its files is over ${maxForm / 2 ** 20} MB, has too many fields, or you are not signed in. Go back: what you typed is still in the form. Choose smaller files, or sign in in another tab.`;
const damaged =
  'The form that arrived is damaged, so nothing was changed. Go back: what you typed is still in the form. Send it again.';

async function identifyVisitor(
  c: HttpContext,
  { caller, userHeader, deps }: Context,
  db: Db,
): Promise<Visitor | undefined> {
  // Only proxies that are trusted can say that a request came over HTTPS.
  const name = caller.isSecure && userHeader ? c.req.header(userHeader) : undefined;
  if (name !== undefined) {
    // Node reads headers as Latin-1, but proxies write names in UTF-8.
    const user = await findUser(db, Buffer.from(name, 'latin1').toString());
    return user && { user };
  }
  const secret = getCookie(c, cookie, caller.isSecure ? 'host' : undefined);
  return secret ? findSession(db, secret, deps.clock.now()) : undefined;
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

function refused(status: ContentfulStatusCode, message = reasons[status] ?? ''): HTTPException {
  return new HTTPException(status, { message });
}

/** The status and the message of a page that refuses a request. */
function refusalOf(error: unknown, user: User | undefined, log: Log): HTTPException {
  if (error instanceof HTTPException) return error;
  if (error instanceof DatabaseUnavailableError || error instanceof WriteRefusedError)
    return refused(503);
  if (error instanceof RefusedError) {
    const { [error.refusal]: status } = { ...statuses, invalid: 422 as const };
    return refused(status, reasons[status] ?? error.message);
  }
  // The service answers for senders that are gone.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') throw error;
  const isExplained = error instanceof WaymarkError;
  log[isExplained ? 'warn' : 'error']({ err: error }, 'a request to the desk failed');
  return isExplained ? refused(422, explainTo(user, error)) : refused(500);
}

/** The messages of pages that refuse requests, by status. */
const reasons: Readonly<Record<number, string>> = {
  401: 'You are not signed in. Ask a publisher for a sign-in link, or make one on the server with “service users link NAME”.',
  403: 'Only publishers may do this. Nothing was changed.',
  500: 'The service has failed. Nothing was changed.',
  503: 'The database is busy, or too many forms or files are being sent at once. Nothing was changed. Wait a moment, and send it again: if this page has no button for that, go back, where what you typed is still in the form.',
};
const crossSite =
  'This request came from another site. Nothing was changed. Open the desk, and try again.';

/** Sends a form again, so that nothing that was typed is lost. */
function sendAgain(c: HttpContext, hidden: Values) {
  const { pathname: action } = new URL(c.req.url);
  const [enctype = ''] = (c.req.header('content-type') ?? '').split(';');
  return html`<p>What you typed is kept on this page. Leave it open, mend the cause in another tab, and send it again from here. Files have to be chosen again.</p>${form(action, 'Send again', '', { hidden, attributes: { enctype } })}`;
}
