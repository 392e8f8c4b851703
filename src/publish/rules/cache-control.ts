import { hashedFolder } from '../generations/site-paths.ts';

/**
 * How long a file of a site may be kept, by its path, where the site's own `_headers` say nothing:
 * hashed files never change; everything else is asked for again.
 */
export function cacheControlOf(path: string): string {
  return path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : askAgain;
}

export const askAgain = 'public, max-age=0, must-revalidate';
