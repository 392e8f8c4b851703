import { Hono } from 'hono';
import { listen } from '../../../src/lib/http/listen.ts';

interface Comment {
  id: number;
  login: string;
  body: string;
}

export interface FakeGitHub extends AsyncDisposable {
  url: string;
  /** Of the one pull request that it has; a test may add some. */
  comments: Comment[];
  /** Methods and paths, in order. */
  asked: string[];
}

/** As much of GitHub's APIs as comments on a pull request ask for; whoever has the token is `login`. */
export async function startGitHub({
  login,
  token,
}: {
  login: string;
  token: string;
}): Promise<FakeGitHub> {
  const comments: Comment[] = [];
  const asked: string[] = [];
  const shown = ({ id, login, body }: Comment) => ({ id, body, user: { login } });
  const app = new Hono();
  app.use(async (c, next) => {
    asked.push(`${c.req.method} ${c.req.path}`);
    if (c.req.header('authorization') === `Bearer ${token}`) return await next();
    return c.json({ message: 'Bad credentials' }, 401);
  });
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
  const server = await listen({ port: 0, fetch: (request) => app.fetch(request) });
  return {
    url: server.url,
    comments,
    asked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
