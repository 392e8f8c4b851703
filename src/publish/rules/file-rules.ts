import { getMimeType, mimes } from 'hono/utils/mime';
import { hashedFolder } from '../generations/site-paths.ts';

const types = {
  ...mimes,
  md: 'text/markdown; charset=utf-8',
  opml: 'text/x-opml; charset=utf-8',
  xsl: 'text/xsl; charset=utf-8',
};

export function typeOf(path: string): string {
  return getMimeType(path, types) ?? 'application/octet-stream';
}

/** Files that configure hosting providers and are not for readers. */
const hostFiles = new Set(['_headers', '_redirects']);

/** Whether a file is public: not hidden, and not a hosting provider's configuration. */
export function isForReaders(path: string): boolean {
  // A name with a leading dot is hidden, including "." and "..". An exception is `.well-known`,
  // which certificate authorities read.
  const hidden = path.split('/').filter((name) => name.startsWith('.') && name !== '.well-known');
  return !hostFiles.has(path) && hidden.length === 0;
}

/**
 * Default `Cache-Control` of a path for which the site's `_headers` has none. Files with a hash in
 * their name never change; browsers must revalidate all others.
 */
export function cacheControlOf(path: string): string {
  return path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : askAgain;
}

export const askAgain = 'public, max-age=0, must-revalidate';
