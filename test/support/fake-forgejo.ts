import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { listen } from '../../src/lib/http/listen.ts';
import {
  addRepository,
  byDueDate,
  byNewest,
  type Failure,
  type FakeForge,
  ifChanged,
  issuesWith,
  linkOf,
} from './fake-github.ts';
import { forgejoUser } from './forge-rows.ts';

// A fake of Forgejo's API v1 after its published schema (`swagger.v1.json`): "repoGet",
// "repoListReleases", "repoGetRelease", "issueGetMilestonesList", "issueGetMilestone", "issueListIssues"
// and "issueGetIssue".

export interface FakeForgejo extends FakeForge {
  /** Whether a server before it answers conditional requests. Forgejo itself does not. */
  isConditional: boolean;
  /** Visibility of all owners. */
  visibility: 'public' | 'limited' | 'private';
}

const root = '/api/v1';

export async function startForgejo({ token }: { token: string }): Promise<FakeForgejo> {
  const app = new Hono();
  const server = await listen({
    port: 0,
    fetch: async (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      const path = pathname.replace(root, '');
      const isConditional = request.headers.has('if-none-match');
      const asked = { method: request.method, path, isConditional };
      const turn = forgejo.asked.push({ ...asked, status: 0 }) - 1;
      const failed = forgejo.fail?.(path, turn, incoming as IncomingMessage);
      const answer = failed ?? (hasToken(request) ? await app.fetch(request) : unauthorised());
      forgejo.asked[turn] = { ...asked, status: answer.status };
      return answer;
    },
  });
  const forgejo: FakeForgejo = {
    url: server.url,
    asked: [],
    tokens: new Set([token]),
    repositories: new Map(),
    renamed: new Map(),
    maxPerPage: 50,
    isConditional: false,
    visibility: 'public',
    repository: (name, over) => addRepository(forgejo.repositories, name, over),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  const hasToken = ({ headers }: Request) => {
    const sent = headers.get('authorization');
    return sent === null || [...forgejo.tokens].some((one) => sent === `token ${one}`);
  };
  addRoutes(app, forgejo);
  return forgejo;
}

function addRoutes(app: Hono, forgejo: FakeForgejo): void {
  const isSignedIn = (c: Context) => c.req.header('authorization') !== undefined;
  const find = (c: Context) => {
    const { owner, name } = c.req.param() as Record<string, string>;
    const repository = forgejo.repositories.get(`${owner}/${name}`);
    const isHidden = repository?.private || forgejo.visibility !== 'public';
    return isHidden && !isSignedIn(c) ? undefined : repository;
  };
  const notFound = (c: Context) => {
    const { owner, name } = c.req.param() as Record<string, string>;
    const now = forgejo.renamed.get(`${owner}/${name}`);
    if (!now || !forgejo.repositories.has(now))
      return errorOf(404, "The target couldn't be found.");
    const { pathname, search } = new URL(c.req.url);
    const location = `${pathname.replace(`${owner}/${name}`, now)}${search}`;
    return new Response(null, { status: 307, headers: { location } });
  };
  const send = (c: Context, value: unknown, headers: Record<string, string> = {}) => {
    const answer = forgejo.isConditional ? ifChanged(c, value) : Response.json(value);
    for (const [name, text] of Object.entries(headers)) if (text) answer.headers.set(name, text);
    return answer;
  };
  /** Sends a page. Milestones have no `Link` header in Gitea before 1.25. */
  const pageOf = (c: Context, rows: readonly unknown[], isLinked: boolean) => {
    const size = Math.min(Number(c.req.query('limit') ?? 30), forgejo.maxPerPage);
    const page = Number(c.req.query('page') ?? 1);
    const first = new URL(c.req.url);
    first.searchParams.delete('page');
    const link = isLinked ? linkOf(first.href, page, Math.ceil(rows.length / size)) : '';
    const headers = { 'x-total-count': `${rows.length}`, link };
    return send(c, rows.slice((page - 1) * size, page * size), headers);
  };
  const place = `${root}/repos/:owner/:name`;
  app.get(place, (c) => {
    const repository = find(c);
    if (!repository) return notFound(c);
    const { id, name, private: isPrivate } = repository;
    const [fullName = ''] = [...forgejo.repositories].find(([, one]) => one === repository) ?? [];
    const owner = forgejoUser(fullName.split('/')[0] ?? '', 9);
    return send(c, {
      ...{ id, name, full_name: fullName, private: isPrivate, default_branch: 'main' },
      owner: { ...owner, visibility: forgejo.visibility },
      html_url: `https://forgejo.example/${fullName}`,
      internal: forgejo.visibility === 'private' && !isPrivate,
      ...{ has_issues: true, has_releases: true, description: '', fork: false, archived: false },
    });
  });
  app.get(`${place}/releases`, (c) => {
    const rows = find(c)?.releases.filter(({ draft }) => isSignedIn(c) || !draft);
    return rows ? pageOf(c, rows.toSorted(byNewest), true) : notFound(c);
  });
  app.get(`${place}/milestones`, (c) => {
    const { state = 'open' } = c.req.query();
    const rows = find(c)?.milestones.filter((one) => state === 'all' || one.state === state);
    return rows ? pageOf(c, rows.toSorted(byDueDate), false) : notFound(c);
  });
  app.get(`${place}/issues`, (c) => {
    const { state = 'open', labels = '' } = c.req.query();
    const repository = find(c);
    return repository ? pageOf(c, issuesWith(repository, labels, state), true) : notFound(c);
  });
  app.get(`${place}/issues/:number`, (c) => {
    const repository = find(c);
    if (!repository) return notFound(c);
    const issue = repository.issues.find(({ number }) => number === Number(c.req.param('number')));
    return issue ? send(c, issue) : errorOf(404, "The target couldn't be found.");
  });
  for (const kind of ['releases', 'milestones'] as const)
    app.get(`${place}/${kind}/:id`, (c) => {
      const repository = find(c);
      if (!repository) return notFound(c);
      const row = repository[kind].find(({ id }) => id === Number(c.req.param('id')));
      return row ? send(c, row) : errorOf(404, "The target couldn't be found.");
    });
}

/** An error in the form in which Forgejo sends it. */
function errorOf(status: number, message: string): Response {
  const url = 'https://forgejo.example/api/swagger';
  return Response.json({ errors: null, message, url }, { status });
}

function unauthorised(): Response {
  return errorOf(401, 'user does not exist [uid: 0, name: ]');
}

/** Ways in which Forgejo fails, each with a pattern for the error message. */
export const forgejoFailures: Record<string, { fail: Failure; words: RegExp }> = {
  'the network is down': {
    fail: (_path, _turn, { socket }) => {
      socket.destroy();
      return new Response();
    },
    words: /5 attempts.*Check that Forgejo can be reached/s,
  },
  'status 401': { fail: unauthorised, words: /status 401.*Check FORGEJO_TOKEN/s },
  'too many requests': {
    fail: () => new Response('', { status: 429, headers: { 'retry-after': '60' } }),
    words: /Forgejo limits how fast.*asks to wait: it answers again in 1 minute, at/,
  },
  'status 403': { fail: () => errorOf(403, 'Forbidden'), words: /that FORGEJO_TOKEN may read it/ },
  'status 404': { fail: () => errorOf(404, 'Not Found'), words: /Check the name of the repo/ },
  'status 502': {
    fail: () => new Response('<html>', { status: 502 }),
    words: /5 attempts.*Forgejo has a problem/s,
  },
  'invalid JSON': {
    fail: () => new Response('<html>'),
    words: /not valid JSON.*Check the address in sources\.yaml/s,
  },
};
