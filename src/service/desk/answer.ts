import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { inTransaction } from '../database/transaction.ts';
import { WriteRefusedError } from '../database/write-queue.ts';
import type { Parts } from '../http/app.ts';
import type { HttpContext } from '../http/handle.ts';
import { statuses } from '../http/respond.ts';
import { noStore } from '../http/send.ts';
import { recordActivity } from '../keys/activity.ts';
import { RefusedError } from '../refused-error.ts';
import { readWorkspace } from '../resources/workspace.ts';
import { readSession } from './cookie.ts';
import { form, frame, type Page, type Values } from './page.ts';
import { maxForm, readForm, type Sent } from './read-form.ts';
import { type Answered, type DeskOptions, nobody, type Route, type Visit } from './route.ts';
import { findSession, touchSession, type Visitor } from './sessions.ts';
import { explainTo, findUser, type User } from './users.ts';

type Context = Parts & DeskOptions & { caller: Caller };

/** Checks who visits and from where, answers, and turns errors into pages. */
export async function answerRoute(
  c: HttpContext,
  route: Route,
  context: Context,
): Promise<Response> {
  const { isOnlyHere, publicUrl } = context;
  const origin = isOnlyHere || publicUrl === undefined ? new URL(c.req.url).origin : publicUrl;
  let user: User | undefined;
  let values: Values | undefined;
  const show = (page: Page) => sendPage(c, page, { user, context });
  try {
    if (route.method === 'POST' && !isOwn(c, route, origin)) throw refused(403, crossSite);
    return await withSent(c, route, context, async (sent) => {
      values = sent.values;
      // Reading takes as long as the sender likes. Meanwhile, a user can be removed or demoted.
      const visitor = await identifyVisitor(c, context);
      user = visitor?.user;
      assertAllowed(route, visitor);
      const visit = visitOf({ ...context, ...sent, c, origin, route, visitor });
      const { session, now } = visit;
      if (visitor?.isOld && session !== undefined)
        await context.inTurn(() => touchSession(context.deps.db, session, now));
      const answer = await answerVisit(route, visit);
      if (answer instanceof Response) return answer;
      return 'to' in answer ? c.redirect(answer.to, 303) : show(answer);
    });
  } catch (error) {
    const { status, message } = refusalOf(error, user, context.log);
    const again = route.method === 'POST' && values && sendAgain(c, values);
    const title = titles[status] ?? 'That did not work';
    return show({ title, status, main: html`<p>${message}</p>${again}`, isSecret: true });
  }
}

async function answerVisit({ answer, showAgain }: Route, visit: Visit): Promise<Answered> {
  try {
    return await answer(visit);
  } catch (error) {
    if (!(showAgain && error instanceof RefusedError && error.details)) throw error;
    return showAgain(visit, error.details);
  }
}

/** Reads what was sent, and answers. Only users send files, and each only a few at once. */
async function withSent(
  c: HttpContext,
  { method }: Route,
  context: Context,
  answer: (sent: Sent) => Promise<Response>,
): Promise<Response> {
  if (method !== 'POST') return answer({ values: {}, files: [] });
  const visitor = await identifyVisitor(c, context).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
  if (visitor && /^multipart\//i.test(c.req.header('content-type') ?? ''))
    return context.uploads({
      key: `desk ${visitor.user.id}`,
      read: (onBytes, signal) => readForm(c, { max: maxForm, onBytes, signal }),
      store: answer,
    });
  const read = () => readForm(c, { max: limits.body });
  const sent = await (visitor ? read() : context.limitReading(read));
  if (!sent) throw refused(503);
  return answer(sent);
}

interface Begun extends Context, Sent {
  c: HttpContext;
  origin: string;
  route: Route;
  visitor: Visitor | undefined;
}

function visitOf({ inTurn, visitor, route, ...rest }: Begun): Visit {
  const { c, deps } = rest;
  const { user = nobody, session } = visitor ?? {};
  const now = deps.clock.now();
  return {
    ...{ ...rest, now, user, session },
    param: c.req.param('id') ?? c.req.param('secret') ?? '',
    query: new URL(c.req.url).searchParams,
    value: (name) => rest.values[name]?.[0]?.trim() ?? '',
    write: (work) =>
      inTurn(() =>
        inTransaction(deps.db, async (db) => {
          // Nobody can remove or demote the user before the transaction ends.
          assertAllowed(route, await identifyVisitor(c, { ...rest, deps: { ...deps, db } }));
          return work(db, (action, subject) => {
            const actor = user === nobody ? subject : user.name;
            return recordActivity(db, { now, actor, action, subject });
          });
        }),
      ),
  };
}

async function identifyVisitor(
  c: HttpContext,
  { caller, userHeader, deps }: Pick<Context, 'caller' | 'userHeader' | 'deps'>,
): Promise<Visitor | undefined> {
  // Only proxies that are trusted can say that a request came over HTTPS.
  const name = caller.isSecure && userHeader ? c.req.header(userHeader) : undefined;
  if (name !== undefined) {
    // Node reads headers as Latin-1, but proxies write names in UTF-8.
    const user = await findUser(deps.db, Buffer.from(name, 'latin1').toString());
    return user && { user, session: undefined, isOld: false };
  }
  const secret = readSession(c, caller.isSecure);
  return secret === undefined ? undefined : findSession(deps.db, secret, deps.clock.now());
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

/** @throws HTTPException */
function assertAllowed({ role }: Route, visitor: Visitor | undefined): void {
  if (role === 'anyone') return;
  if (!visitor) throw refused(401);
  if (role === 'publisher' && visitor.user.role !== role) throw refused(403);
}

function refused(status: keyof typeof reasons, message = reasons[status]): HTTPException {
  return new HTTPException(status, { message });
}

/** The status and the message of a page that refuses a request. */
function refusalOf(
  error: unknown,
  user: User | undefined,
  log: Log,
): { status: ContentfulStatusCode; message: string } {
  if (error instanceof HTTPException) return error;
  if (error instanceof WaymarkError) {
    log.warn({ err: error }, 'a request to the desk failed');
    return refused(422, explainTo(user, error));
  }
  if (isUnavailable(error)) return refused(503);
  if (error instanceof RefusedError) {
    const status = statuses[error.refusal];
    if (status === 503) return refused(503);
    return { status: status === 400 ? 422 : status, message: error.message };
  }
  // The service answers for senders that are gone.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') throw error;
  log.error({ err: error }, 'a request to the desk failed');
  return refused(500);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || error instanceof WriteRefusedError;
}

const reasons = {
  401: 'You are not signed in. Ask a publisher for a sign-in link, or make one on the server with “service users link NAME”.',
  403: 'Only publishers may do this. Nothing was changed.',
  422: 'Nothing was changed.',
  500: 'The service has failed. Nothing was changed.',
  503: 'The database is busy, or too many forms or files are being sent at once. Nothing was changed. Wait a moment, and send it again: if this page has no button for that, go back, where what you typed is still in the form.',
};
const titles: Readonly<Record<number, string>> = {
  401: 'Sign in',
  403: 'Refused',
  503: 'Try again',
};
const crossSite =
  'This request came from another site. Nothing was changed. Open the desk, and try again.';

/** Sends a form again, so that nothing that was typed is lost. */
function sendAgain(c: HttpContext, hidden: Values) {
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
    status: page.status ?? (Object.keys(page.problems ?? {}).length > 0 ? 422 : 200),
    cacheControl: page.isSecret ? noStore : 'private, no-cache',
  });
}
