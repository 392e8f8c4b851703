import { lstat } from 'node:fs/promises';
import type { MiddlewareHandler } from 'hono';

/**
 * Answers `If-Modified-Since` (RFC 9110, 13.1.3), unless the request also has `If-None-Match`.
 * After a rollback, files are older than the copies that browsers have cached. If the header's time
 * is later than the file's time, the response is therefore only 304 if the site was already live at
 * the header's time.
 * @param folder the site, or the link to its live generation
 */
export function ifModifiedSince(folder: string): MiddlewareHandler {
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
