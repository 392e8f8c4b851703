import { realpath } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { createEncoder } from '../../lib/http/encoder.ts';
import { createRules, type Rules } from '../rules/site-rules.ts';
import { createAnswerer } from './answer-file.ts';
import { findFile } from './find-file.ts';
import { ifModifiedSince } from './if-modified-since.ts';

// Serves the files, redirects and headers of a built site. Each request looks up the live
// generation once, so a response never mixes two generations. Hidden files and files outside the
// site are never served.

export interface SiteServerOptions {
  /** The site: a folder, or a link to the live generation. */
  folder: string;
  /** Base path of the site, with a slash at both ends. */
  basePath?: string;
}

/** A Hono app that answers every request. Mount it after all other routes. */
export function createSiteServer({ folder, basePath = '/' }: SiteServerOptions): Hono {
  const answer = createAnswerer(createEncoder());
  const rulesOf = createRules();
  const app = new Hono();
  app.use(etag(), ifModifiedSince(folder));
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined) return c.text('Not built yet.', 503, { 'Retry-After': '10' });
    const rules = await rulesOf(root);
    const response = await respond(c, root, rules);
    // A missing file may appear later, so a 404 has no caching header.
    for (const [name, value] of rules.headers(new URL(c.req.url).pathname))
      if (response.status !== 404 || name !== 'cache-control') response.headers.set(name, value);
    return response;
  });
  app.all('*', (c) =>
    c.text('Only GET and HEAD requests are answered here.', 405, { Allow: 'GET, HEAD' }),
  );
  return app;

  async function respond(c: Context, root: string, rules: Rules): Promise<Response> {
    const { pathname, search } = new URL(c.req.url);
    const redirect = rules.redirect(pathname);
    if (redirect) return c.redirect(withQuery(redirect.to, search), redirect.status);
    if (`${pathname}/` === basePath) return c.redirect(withQuery(basePath, search), 301);
    const found = pathname.startsWith(basePath)
      ? await findFile(root, pathname.slice(basePath.length))
      : undefined;
    if (found?.kind === 'folder') return c.redirect(withQuery(`${pathname}/`, search), 301);
    if (found) return answer(c, root, found.path, 200);
    const missing = await findFile(root, '404.html');
    return missing?.kind === 'file'
      ? answer(c, root, missing.path, 404)
      : c.text('There is nothing here.', 404);
  }
}

function withQuery(to: string, search: string): string {
  return to.includes('?') || to.includes('#') ? to : `${to}${search}`;
}
