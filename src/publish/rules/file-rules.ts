import { getMimeType, mimes } from 'hono/utils/mime';
import { hashedFolder } from '../generations/site-paths.ts';

const types = {
  ...mimes,
  md: 'text/markdown; charset=utf-8',
  opml: 'text/x-opml; charset=utf-8',
  xsl: 'text/xsl; charset=utf-8',
};

/** `Content-Type` by path. */
export function typeOf(path: string): string {
  return getMimeType(path, types) ?? 'application/octet-stream';
}

/** Files for hosts, not for readers. */
const hostFiles = new Set(['_headers', '_redirects']);

/** Whether a file is public: not hidden, and not a hosting provider's configuration. */
export function isForReaders(path: string): boolean {
  // Hidden are "." and ".." too, but not the folder of certificate authorities.
  const hidden = path.split('/').filter((name) => name.startsWith('.') && name !== '.well-known');
  return !hostFiles.has(path) && hidden.length === 0;
}

/**
 * Default `Cache-Control` by path, where the site's `_headers` say nothing: hashed files never
 * change; others are revalidated.
 */
export function cacheControlOf(path: string): string {
  return path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : askAgain;
}

export const askAgain = 'public, max-age=0, must-revalidate';
