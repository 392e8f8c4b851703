import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { listen } from '../../src/lib/http/listen.ts';
import type { IssueRow, MilestoneRow, ReleaseRow } from './forge-rows.ts';

// A fake of GitHub's API after its published schema (REST API 2022-11-28): "List releases", "Get a
// release", "List milestones", "Get a milestone", "Get a repository", comments on an issue, and "Rate
// limits".

interface Comment {
  id: number;
  login: string;
  body: string;
}

export interface FakeRepository {
  id: number;
  /** Without the owner. */
  name: string;
  private: boolean;
  /** In any order. */
  releases: ReleaseRow[];
  milestones: MilestoneRow[];
  /** Issues and pull requests. */
  issues: IssueRow[];
  /** The addresses to which the forge redirects from issues that were transferred, by number. */
  transferred: Map<number, string>;
}

interface Asked {
  method: string;
  /** Without the query. */
  path: string;
  /** Whether the request had an `If-None-Match` header. */
  isConditional: boolean;
  status: number;
}

/** What the fakes of all forges have. */
export interface FakeForge extends AsyncDisposable {
  url: string;
  asked: Asked[];
  /** Valid tokens; each gives access to all repositories and to drafts. */
  tokens: Set<string>;
  /** By OWNER/REPO. */
  repositories: Map<string, FakeRepository>;
  /** The new name of each renamed repository, by its old name. */
  renamed: Map<string, string>;
  /** The most rows on a page, whatever the query asks for. */
  maxPerPage: number;
  /**
   * Returns a response to send instead of the usual one.
   * @param turn counts the requests from 0
   */
  fail?: Failure | undefined;
  repository(name: string, over?: Partial<FakeRepository>): FakeRepository;
}

export interface FakeGitHub extends FakeForge {
  /** The comments of its only pull request; a test may add some. */
  comments: Comment[];
  /** The rate limit of each token, and of all requests without one. */
  limit: { limit: number; used: number; reset: number };
}

export type Failure = (
  path: string,
  turn: number,
  incoming: IncomingMessage,
) => Response | undefined;

/** @param login the user that `token` belongs to */
export async function startGitHub({
  login = 'github-actions[bot]',
  token,
}: {
  login?: string;
  token: string;
}): Promise<FakeGitHub> {
  const comments: Comment[] = [];
  const shown = ({ id, login, body }: Comment) => ({ id, body, user: { login } });
  const app = new Hono();
  const server = await listen({
    port: 0,
    fetch: async (request, { incoming }) => {
      const { pathname: path } = new URL(request.url);
      const asked = { method: request.method, path, isConditional: isConditional(request) };
      const turn = github.asked.push({ ...asked, status: 0 }) - 1;
      const answer =
        github.fail?.(path, turn, incoming as IncomingMessage) ??
        limited(github, request, (await refused(github, request)) ?? (await app.fetch(request)));
      github.asked[turn] = { ...asked, status: answer.status };
      return answer;
    },
  });
  const github: FakeGitHub = {
    url: server.url,
    comments,
    asked: [],
    tokens: new Set([token]),
    repositories: new Map(),
    renamed: new Map(),
    limit: { limit: 5000, used: 0, reset: 1_800_000_000 },
    maxPerPage: 100,
    repository: (name, over) => addRepository(github.repositories, name, over),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  addReleases(app, github);

  app.use('/graphql', withToken);
  app.use('/repos/:owner/:name/issues/*', withToken);
  app.post('/graphql', (c) => c.json({ data: { viewer: { login } } }));
  app.get('/repos/:owner/:name/issues/:number/comments', (c) => {
    const [page, size] = [Number(c.req.query('page')), Number(c.req.query('per_page'))];
    return c.json(comments.slice((page - 1) * size, page * size).map(shown));
  });
  app.post('/repos/:owner/:name/issues/:number/comments', async (c) => {
    const { body } = await c.req.json();
    if (body.length > 65_536) return c.json({ message: 'Validation Failed' }, 422);
    const comment = { id: 10_000 + comments.length, login, body };
    comments.push(comment);
    return c.json(shown(comment), 201);
  });
  app.patch('/repos/:owner/:name/issues/comments/:id', async (c) => {
    const comment = comments.find(({ id }) => id === Number(c.req.param('id')));
    if (comment?.login !== login) return c.json({ message: 'Not Found' }, 404);
    comment.body = (await c.req.json()).body;
    return c.json(shown(comment));
  });
  return github;
}

export function addRepository(
  repositories: FakeForge['repositories'],
  name: string,
  over: Partial<FakeRepository> = {},
): FakeRepository {
  const lists = { releases: [], milestones: [], issues: [], transferred: new Map() };
  const empty = { private: false, ...lists };
  const made = { id: 1000 + repositories.size, name: name.replace(/.*\//, ''), ...empty, ...over };
  repositories.set(name, made);
  return made;
}

/** The token of a request, if it has one. */
function tokenOf({ headers }: Request): string | undefined {
  return headers.get('authorization')?.replace(/^Bearer /, '');
}

function isConditional({ headers }: Request): boolean {
  return headers.has('if-none-match');
}

async function withToken(c: Context, next: () => Promise<void>) {
  if (tokenOf(c.req.raw) !== undefined) return await next();
  return c.json({ message: 'Requires authentication' }, 401);
}

function refused({ tokens, limit }: FakeGitHub, request: Request): Response | undefined {
  const token = tokenOf(request);
  if (token !== undefined && !tokens.has(token)) return answerOf(401, 'Bad credentials');
  if (limit.used < limit.limit) return undefined;
  return answerOf(403, 'API rate limit exceeded');
}

/** An error in the form in which GitHub sends it. */
export function answerOf(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ message, status: `${status}` }, { status, headers });
}

/** Adds the rate-limit headers. A 304 response does not count against the limit. */
function limited({ limit }: FakeGitHub, request: Request, answer: Response): Response {
  const isFree = answer.status === 304 || (answer.status === 401 && tokenOf(request) !== undefined);
  if (!isFree && limit.used < limit.limit) limit.used += 1;
  const about = { ...limit, remaining: limit.limit - limit.used };
  for (const [name, value] of Object.entries(about))
    answer.headers.set(`x-ratelimit-${name}`, `${value}`);
  return answer;
}

function addReleases(app: Hono, github: FakeGitHub): void {
  const find = (c: Context): FakeRepository | undefined => {
    const { owner, name, id } = c.req.param() as Record<string, string>;
    const all = [...github.repositories.values()];
    const repository =
      id === undefined
        ? github.repositories.get(`${owner}/${name}`)
        : all.find((one) => one.id === Number(id));
    return repository?.private && tokenOf(c.req.raw) === undefined ? undefined : repository;
  };
  const notFound = (c: Context) => {
    const { owner, name } = c.req.param() as Record<string, string>;
    const now = github.repositories.get(github.renamed.get(`${owner}/${name}`) ?? '');
    if (!now) return answerOf(404, 'Not Found');
    const { pathname, search } = new URL(c.req.url);
    const rest = pathname.replace(/^\/repos\/[^/]+\/[^/]+/, '');
    const location = `${github.url}/repositories/${now.id}${rest}${search}`;
    return answerOf(301, 'Moved Permanently', { location });
  };
  const pageOf = (c: Context, rows: readonly unknown[], list: string) => {
    const size = Math.min(Number(c.req.query('per_page') ?? 30), github.maxPerPage);
    const page = Number(c.req.query('page') ?? 1);
    if (page * size > 10_000) return answerOf(422, 'Only the first 10000 results are available.');
    const first = `${github.url}/repositories/${list}per_page=${size}`;
    const link = linkOf(first, page, Math.ceil(rows.length / size));
    return ifChanged(c, rows.slice((page - 1) * size, page * size), link);
  };
  for (const place of ['/repos/:owner/:name', '/repositories/:id']) {
    app.get(place, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const { id, name, private: isPrivate } = repository;
      const [fullName] = [...github.repositories].find(([, one]) => one === repository) ?? [];
      const html_url = `https://github.example/${fullName}`;
      return ifChanged(c, { id, name, full_name: fullName, private: isPrivate, html_url });
    });
    app.get(`${place}/releases/:release`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const id = Number(c.req.param('release'));
      const release = repository.releases.find((one) => one.id === id);
      const isVisible = release && (!release.draft || tokenOf(c.req.raw) !== undefined);
      return isVisible ? ifChanged(c, release) : answerOf(404, 'Not Found');
    });
    app.get(`${place}/milestones/:number`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const number = Number(c.req.param('number'));
      const milestone = repository.milestones.find((one) => one.number === number);
      return milestone ? ifChanged(c, milestone) : answerOf(404, 'Not Found');
    });
    app.get(`${place}/milestones`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const { state = 'open' } = c.req.query();
      const rows = repository.milestones
        .filter((one) => state === 'all' || one.state === state)
        .toSorted(byDueDate);
      return pageOf(c, rows, `${repository.id}/milestones?state=${state}&`);
    });
    app.get(`${place}/issues/:number`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const number = Number(c.req.param('number'));
      const location = repository.transferred.get(number);
      if (location) return answerOf(301, 'Moved Permanently', { location });
      const issue = repository.issues.find((one) => one.number === number);
      return issue ? ifChanged(c, issue) : answerOf(410, 'This issue was deleted');
    });
    app.get(`${place}/issues`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const { state = 'open', labels = '' } = c.req.query();
      const list = `${repository.id}/issues?state=${state}&labels=${encodeURIComponent(labels)}&`;
      return pageOf(c, issuesWith(repository, labels, state), list);
    });
    app.get(`${place}/releases`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const seesDrafts = tokenOf(c.req.raw) !== undefined;
      const rows = repository.releases
        .filter(({ draft }) => seesDrafts || !draft)
        .toSorted(byNewest);
      return pageOf(c, rows, `${repository.id}/releases?`);
    });
  }
}

export function byNewest<R extends ReleaseRow | IssueRow>(a: R, b: R): number {
  return b.created_at.localeCompare(a.created_at) || b.id - a.id;
}

/** The issues that have all labels of a list such as `a,b`, newest first. */
export function issuesWith({ issues }: FakeRepository, labels: string, state: string): IssueRow[] {
  const wanted = labels.toLowerCase().split(',');
  return issues
    .filter((one) => state === 'all' || one.state === state)
    .filter(({ labels: own }) =>
      wanted.every((label) => own.some(({ name }) => name.toLowerCase() === label)),
    )
    .toSorted(byNewest);
}

export function byDueDate(a: MilestoneRow, b: MilestoneRow): number {
  const dueOf = ({ due_on: at }: MilestoneRow) => String(at ?? '9999');
  return dueOf(a).localeCompare(dueOf(b)) || a.id - b.id;
}

/**
 * Sends the body, or 304 if the client has it already. The ETag leaves out the links to other
 * pages.
 */
export function ifChanged(c: Context, value: unknown, link = ''): Response {
  const body = JSON.stringify(value);
  const asker = c.req.header('authorization') ?? '';
  const etag = `W/"${createHash('sha256').update(asker).update(body).digest('hex')}"`;
  const headers = { etag, ...(link && { link }), 'content-type': 'application/json' };
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}

export function linkOf(list: string, page: number, last: number): string {
  const pages = [
    ...(page > 1 ? [{ rel: 'prev', to: page - 1 }] : []),
    ...(page < last
      ? [
          { rel: 'next', to: page + 1 },
          { rel: 'last', to: last },
        ]
      : []),
    ...(page > 1 ? [{ rel: 'first', to: 1 }] : []),
  ];
  return pages.map(({ rel, to }) => `<${list}&page=${to}>; rel="${rel}"`).join(', ');
}

/** Ways in which GitHub fails, each with a pattern for the error message. */
export const failures: Record<string, { fail: Failure; words: RegExp }> = {
  'the network is down': {
    fail: (_path, _turn, { socket }) => {
      socket.destroy();
      return new Response();
    },
    words: /5 attempts.*Check that GitHub can be reached/s,
  },
  'status 401': {
    fail: () => answerOf(401, 'Bad credentials'),
    words: /status 401.*Check GITHUB_TOKEN/s,
  },
  'the rate limit': {
    fail: () =>
      answerOf(403, 'API rate limit exceeded', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1772356500',
      }),
    words: /rate limit is used up and resets in 15 minutes, at/,
  },
  'the secondary rate limit': {
    fail: () => answerOf(403, 'You have exceeded a secondary rate limit', { 'retry-after': '120' }),
    words: /asks to wait: it answers again in 2 minutes, at/,
  },
  'too many requests': {
    fail: () => answerOf(429, 'Too Many Requests', { 'retry-after': '60' }),
    words: /asks to wait: it answers again in 1 minute, at/,
  },
  'status 404': { fail: () => answerOf(404, 'Not Found'), words: /Check the name of the repo/ },
  'status 502': {
    fail: () => new Response('<html>', { status: 502 }),
    words: /5 attempts.*later/s,
  },
  'invalid JSON': {
    fail: () => new Response('[{"id": 1,'),
    words: /not valid JSON.*Check GITHUB_API_URL/s,
  },
};
