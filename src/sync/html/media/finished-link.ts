import type { Properties } from 'hast';

/** What an external link carries: it gives nothing away to its page and vouches for nothing. */
export function finishedLink(href: string): Properties {
  return { href, rel: ['noopener', 'nofollow', 'ugc'] };
}
