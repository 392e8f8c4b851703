import type { Properties } from 'hast';

/** A second `#` of an address is part of its fragment, where only `%23` is valid. */
export function withOneHash(href: string): string {
  const fragment = href.indexOf('#') + 1;
  return href.slice(0, fragment) + href.slice(fragment).replaceAll('#', '%23');
}

/** What an external link carries: it gives nothing away to its page and vouches for nothing. */
export function finishedLink(href: string): Properties {
  return { href: withOneHash(href), rel: ['noopener', 'nofollow', 'ugc'] };
}
