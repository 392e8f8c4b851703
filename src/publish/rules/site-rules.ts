import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Rules from a site's `_headers` and `_redirects`. Either file may be missing. */
export type Rules = Awaited<ReturnType<typeof readRules>>;

/**
 * Returns a function that reads the rules of a site in a folder, and caches the rules of recent
 * generations.
 */
export function createRules(): (root: string) => Promise<Rules> {
  const cache = new LRUCache<string, Rules, string>({
    max: 8,
    fetchMethod: (_key, _stale, { context }) => readRules(context),
  });
  return async (root) => {
    // A plain folder has the same path after a rebuild, so its inode and modification time are part
    // of the key.
    const { ino, mtimeMs } = await stat(root);
    return cache.forceFetch(`${root} ${ino} ${mtimeMs}`, { context: root });
  };
}

async function readRules(root: string) {
  const [headers, redirects] = await Promise.all([readHeaders(root), readRedirects(root)]);
  return {
    headers: (path: string) => headersFor(headers, path),
    redirect: (path: string) => redirects.get(withoutSlash(path)),
  };
}

/**
 * Headers for a path, by name. If several rules set the same header, their values are joined by
 * commas.
 */
function headersFor(rules: readonly Header[], path: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { forRegExp, values } of rules) {
    if (!forRegExp.test(path)) continue;
    for (const [name, value] of Object.entries(values)) {
      const before = found.get(name.toLowerCase());
      found.set(name.toLowerCase(), before ? `${before}, ${value}` : value);
    }
  }
  return found;
}

async function readHeaders(root: string): Promise<Header[]> {
  const { headers } = await parseAllHeaders({
    headersFiles: [join(root, '_headers')],
    configHeaders: [],
    minimal: false,
  });
  return headers.flatMap((header) => ('forRegExp' in header ? [header] : []));
}

/** Only supports the redirects that Waymark writes: from one path to one address. */
const Redirect = z.object({
  path: z.string().regex(/^\/[^*:]*$/),
  to: z.string(),
  status: z.literal([301, 302, 303, 307, 308]).default(301),
});

/** Reads the redirects, by path without a trailing slash. */
async function readRedirects(root: string) {
  const { redirects } = await parseAllRedirects({
    redirectsFiles: [join(root, '_redirects')],
    configRedirects: [],
    minimal: false,
  });
  const plain = redirects.flatMap((row) => Redirect.safeParse(row).data ?? []);
  return new Map(plain.map(({ path, to, status }) => [withoutSlash(path), { to, status }]));
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}
