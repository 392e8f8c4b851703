import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../../model/errors.ts';
import { type KeyCheck, presentedKey } from './authenticate.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { detailsOf, parseQuery } from './query.ts';

interface AppOptions {
  endpoints: readonly Endpoint[];
  isValidKey: KeyCheck;
  /** Told of what a handler throws: it should not have. */
  onError: (error: unknown) => void;
}

/** The API over HTTP: every endpoint behind its key, and the error body for everything else. */
export function createApp({ endpoints, isValidKey, onError }: AppOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    onError(error);
    return fail(c, 500, 'Something went wrong here; it is not your request.');
  });
  app.notFound((c) => fail(c, 404, 'There is nothing at this address.'));
  app.use('/v1/*', async (c, next) => {
    const key = presentedKey(c.req.header('authorization'));
    if (key !== undefined && isValidKey(key)) return next();
    c.header('WWW-Authenticate', 'Bearer, Basic realm="Waymark"');
    return fail(c, 401, 'A valid API key is needed: Authorization: Bearer <API_KEY>.');
  });
  for (const endpoint of endpoints)
    app.on(endpoint.method, honoPath(endpoint.path), (c) => respond(c, endpoint));
  for (const [path, methods] of methodsByPath(endpoints))
    app.all(honoPath(path), (c) => {
      c.header('Allow', methods.join(', '));
      return fail(c, 405, `This address takes ${methods.join(', ')}.`);
    });
  return app;
}

/** Answers with the error body (specification, "Error body"). */
function fail(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  details?: ErrorBody['details'],
) {
  return c.json({ error, ...(details && { details }) } satisfies ErrorBody, status);
}

async function respond(c: Context, endpoint: Endpoint): Promise<Response> {
  const url = new URL(c.req.url);
  const query = endpoint.query && parseQuery(endpoint.query, url.search.slice(1));
  if (query?.kind === 'invalid')
    return fail(c, 400, 'Some query parameters are not valid.', query.details);
  const body = await parseBody(c, endpoint);
  if (body.kind === 'invalid') return fail(c, 400, body.error, body.details);
  const id = c.req.param('id') ?? '';
  const call = { id, query: query?.query, body: body.body, origin: url.origin };
  return send(c, endpoint, endpoint.handle(call));
}

type ParsedBody =
  | { kind: 'parsed'; body: unknown }
  | { kind: 'invalid'; error: string; details?: Record<string, string> };

async function parseBody(c: Context, { body: schema }: Endpoint): Promise<ParsedBody> {
  if (!schema) return { kind: 'parsed', body: undefined };
  const text = await c.req.text();
  try {
    const parsed = schema.safeParse(text === '' ? {} : JSON.parse(text));
    if (parsed.success) return { kind: 'parsed', body: parsed.data };
    const details = detailsOf(parsed.error);
    return { kind: 'invalid', error: 'Some fields of the body are not valid.', details };
  } catch {
    return { kind: 'invalid', error: 'The body is not JSON.' };
  }
}

function send(c: Context, { status }: Endpoint, answer: Answer): Response {
  if (answer.kind === 'invalid') return fail(c, 400, answer.error, answer.details);
  if (answer.kind === 'missing') return fail(c, 404, answer.error);
  if (status === 204) return c.body(null, 204);
  return c.json(answer.body, status);
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(endpoints: readonly Endpoint[]): Map<string, string[]> {
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return new Map([...byPath].map(([path, group]) => [path, group.map(({ method }) => method)]));
}
