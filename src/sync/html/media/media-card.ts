import type { Element, ElementContent, Properties } from 'hast';
import { untitledVideoClass } from '../../../model/content/content.ts';

export const mediaCardClass = 'video-card';

/**
 * Creates a link to a video or recording, which replaces its player.
 * @param title empty if there is none; a video is then named after its origin
 * @param from name of the origin; empty for the site's own files
 */
export function createMediaCard(
  href: string,
  title: string,
  from: string,
  isVideo = true,
): Element {
  const source = { type: 'text' as const, value: from };
  const properties = { ...externalLink(href), className: [mediaCardClass] };
  return { type: 'element', tagName: 'a', properties, children: words(title, source, isVideo) };
}

function words(
  title: string,
  source: { type: 'text'; value: string },
  isVideo: boolean,
): ElementContent[] {
  if (title === '') {
    const properties = { className: [untitledVideoClass] };
    return isVideo
      ? [{ type: 'element', tagName: 'span', properties, children: [source] }]
      : [source];
  }
  const name = { type: 'text' as const, value: title };
  if (source.value === '') return [name];
  return [name, { type: 'element', tagName: 'small', properties: {}, children: [source] }];
}

/** Escapes a second `#` in an address: it belongs to the fragment, in which only `%23` is valid. */
export function escapeSecondHash(href: string): string {
  const fragment = href.indexOf('#') + 1;
  return href.slice(0, fragment) + href.slice(fragment).replaceAll('#', '%23');
}

/** Attributes of an external link: no opener, and no endorsement for search engines. */
export function externalLink(href: string): Properties {
  return { href: escapeSecondHash(href), rel: ['noopener', 'nofollow', 'ugc'] };
}
