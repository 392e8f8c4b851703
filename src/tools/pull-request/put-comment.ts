import { z } from 'zod';
import { failureKind } from '../../lib/http/failure-kind.ts';
import { githubHeaders } from '../../lib/http/github-headers.ts';
import { WaymarkError } from '../../model/errors.ts';

// Keeps a single comment on a pull request up to date. The comment is recognised by its first line
// and its author: the line alone is not enough, because anybody could write it. Errors never
// contain the token.

export interface CommentOptions {
  /** Address of GitHub's REST API; `graphql` is the address of the GraphQL API. */
  api: string;
  graphql: string;
  token: string;
  /** Written as `OWNER/NAME`. */
  repository: string;
  number: number;
  marker: string;
  /** Text of the comment. It begins with the marker line. */
  body: string;
  fetch: typeof globalThis.fetch;
}

const timeoutMs = 15_000;

/**
 * Maximum number of pages, with a hundred comments each, that are searched for the existing
 * comment. If it is not found, a new comment is created.
 */
const maxPages = 20;

const Viewer = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });

const Comments = z.array(
  z.object({
    id: z.number(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullish(),
  }),
);

/** Creates or updates the comment. @throws WaymarkError if GitHub refuses or does not answer */
export async function putComment(options: CommentOptions): Promise<'created' | 'updated'> {
  const { api, repository, number, body } = options;
  const issues = `${api}/repos/${repository}/issues`;
  const id = await findOwn(`${issues}/${number}/comments`, options);
  if (id === undefined) await ask(options, 'POST', `${issues}/${number}/comments`, { body });
  else await ask(options, 'PATCH', `${issues}/comments/${id}`, { body });
  return id === undefined ? 'created' : 'updated';
}

async function findOwn(comments: string, options: CommentOptions): Promise<number | undefined> {
  // The REST API does not tell which user a job's token belongs to, so the GraphQL API is used.
  const query = { query: 'query { viewer { login } }' };
  const { data } = Viewer.parse(await ask(options, 'POST', options.graphql, query));
  for (let page = 1; page <= maxPages; page += 1) {
    const rows = Comments.parse(await ask(options, 'GET', `${comments}?per_page=100&page=${page}`));
    const own = rows.find(
      ({ body, user }) =>
        user?.login === data.viewer.login && body?.startsWith(options.marker) === true,
    );
    if (own || rows.length < 100) return own?.id;
  }
  return undefined;
}

async function ask(
  { token, fetch }: CommentOptions,
  method: string,
  url: string,
  body?: object,
): Promise<unknown> {
  const { pathname } = new URL(url);
  try {
    const response = await fetch(url, {
      method,
      headers: githubHeaders(token),
      // A redirect could send the token to an unknown host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return await response.json();
    await response.body?.cancel();
    throw new WaymarkError(`GitHub answered ${response.status} to ${method} ${pathname}.`);
  } catch (error) {
    if (error instanceof WaymarkError) throw error;
    const why = failureKind(error);
    throw new WaymarkError(`${method} ${pathname} failed (${why}).`, { cause: error });
  }
}
