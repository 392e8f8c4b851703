import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { createEncoder } from '../../lib/http/encoder.ts';
import { decodePath } from '../../lib/text/text.ts';
import { isForReaders } from '../rules/file-rules.ts';
import { createRules, type Rules } from '../rules/site-rules.ts';
import { createAnswerer } from './answer-file.ts';

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
  app.on(['GET', 'HEAD'], '*', answerLive);
  app.all('*', (c) =>
    c.text('Only GET and HEAD requests are answered here.', 405, { Allow: 'GET, HEAD' }),
  );
  return app;

  async function answerLive(c: Context): Promise<Response> {
    const root = await liveRoot();
    if (root === undefined) return c.text('Not built yet.', 503, { 'Retry-After': '10' });
    try {
      const rules = await rulesOf(root);
      const response = await respond(c, root, rules);
      // A missing file may appear later, so a 404 has no caching header.
      for (const [name, value] of rules.headers(new URL(c.req.url).pathname))
        if (response.status !== 404 || name !== 'cache-control') response.headers.set(name, value);
      return response;
    } catch (error) {
      // While a slow request is answered, later publications may remove its generation.
      if ((await liveRoot()) === root) throw error;
      return answerLive(c);
    }
  }

  function liveRoot(): Promise<string | undefined> {
    return realpath(folder).catch(() => undefined);
  }

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
    // A generation is removed file by file.
    if ((await liveRoot()) !== root) throw new Error(`${root} is no longer live`);
    const missing = await findFile(root, '404.html');
    return missing?.kind === 'file'
      ? answer(c, root, missing.path, 404)
      : c.text('There is nothing here.', 404);
  }
}

function withQuery(to: string, search: string): string {
  return to.includes('?') || to.includes('#') ? to : `${to}${search}`;
}

/**
 * A file, or a folder with an `index.html`. A folder is only returned for an address without a
 * trailing slash, which callers redirect.
 */
type FoundFile = { kind: 'file'; path: string } | { kind: 'folder' } | undefined;

/**
 * Finds the file or page of an address. Never finds hidden files or files outside the folder, also
 * not through links.
 * @param path percent-encoded, without the site's base path
 */
async function findFile(root: string, path: string): Promise<FoundFile> {
  const decoded = decodePath(path);
  if (/[\0\\]/.test(decoded) || !isForReaders(decoded)) return undefined;
  const segments = decoded.split('/');
  const last = segments.pop() ?? '';
  // A path with an empty segment, such as "//example.com", would cause a redirect to another site.
  if (segments.includes('')) return undefined;
  const file = last === '' ? `${decoded}index.html` : decoded;
  const kind = await kindOf(root, file);
  if (kind === 'file') return { kind, path: file };
  const isPage = kind === 'folder' && (await kindOf(root, join(file, 'index.html'))) === 'file';
  return isPage && last !== '' ? { kind: 'folder' } : undefined;
}

async function kindOf(root: string, path: string): Promise<'file' | 'folder' | undefined> {
  const real = await realpath(join(root, path)).catch(() => root);
  if (!`${real}/`.startsWith(`${root}/`)) return undefined;
  const there = await stat(join(root, path)).catch(() => undefined);
  if (there?.isFile()) return 'file';
  return there?.isDirectory() ? 'folder' : undefined;
}

/**
 * Answers `If-Modified-Since` (RFC 9110, 13.1.3), unless the request also has `If-None-Match`.
 * After a rollback, files are older than the copies that browsers have cached. If the header's time
 * is later than the file's time, the response is therefore only 304 if the site was already live at
 * the header's time.
 * @param folder the site, or the link to its live generation
 */
function ifModifiedSince(folder: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { 'if-none-match': etag, 'if-modified-since': since = '' } = c.req.header();
    const modified = c.res.headers.get('Last-Modified');
    if (!c.res.ok || modified === null || etag !== undefined) return;
    const age = Date.parse(since) - Date.parse(modified);
    if (Number.isNaN(age) || age < 0) return;
    if (age > 0 && Date.parse(since) < (await lstat(folder)).mtimeMs) return;
    await c.res.body?.cancel();
    const headers = [...c.res.headers].filter(([name]) => kept.has(name));
    c.res = undefined;
    c.res = new Response(null, { status: 304, headers });
  };
}

/** Headers of a 304 response (RFC 9110, 15.4.5). */
const kept = new Set(['cache-control', 'date', 'etag', 'expires', 'last-modified', 'vary']);
