import { getMimeType, mimes } from 'hono/utils/mime';
import { hashedFolder } from '../generations/site-paths.ts';

const types = {
  ...mimes,
  md: 'text/markdown; charset=utf-8',
  opml: 'text/x-opml; charset=utf-8',
  xsl: 'text/xsl; charset=utf-8',
};

/** The `Content-Type` of a file, by its path. */
export function typeOf(path: string): string {
  return getMimeType(path, types) ?? 'application/octet-stream';
}

/** Rules for hosts, not for readers. */
const hostFiles = new Set(['_headers', '_redirects']);

/** Whether a file of a site, by its path, is there to be read: neither hidden nor a host's. */
export function isForReaders(path: string): boolean {
  return !hostFiles.has(path) && !path.split('/').some(isHidden);
}

/** "." and ".." are hidden too; what tells certificate authorities of the site is not. */
function isHidden(segment: string): boolean {
  return segment.startsWith('.') && segment !== '.well-known';
}

/**
 * How long a file of a site may be kept, by its path, where the site's own `_headers` say nothing:
 * hashed files never change; everything else is asked for again.
 */
export function cacheControlOf(path: string): string {
  return path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : askAgain;
}

export const askAgain = 'public, max-age=0, must-revalidate';
