import type { Element, ElementContent, Properties } from 'hast';
import { untitledVideoClass } from '../../../../model/content/content.ts';
import { createElement, createText } from '../parse/elements.ts';

export const mediaCardClass = 'video-card';

/**
 * Creates the link that replaces the player of a video or recording.
 * @param title title of the player; if it is empty, the link text is the name of the host
 * @param from name of the host or provider; empty for a file of the site itself
 */
export function createMediaCard(
  href: string,
  title: string,
  from: string,
  isVideo = true,
): Element {
  const properties = { ...externalLink(href), className: [mediaCardClass] };
  return createElement('a', properties, words(title, from, isVideo));
}

function words(title: string, from: string, isVideo: boolean): ElementContent[] {
  const source = createText(from);
  if (title === '') {
    const properties = { className: [untitledVideoClass] };
    return isVideo ? [createElement('span', properties, [source])] : [source];
  }
  const name = createText(title);
  if (from === '') return [name];
  return [name, createElement('small', {}, [source])];
}

/** Escapes further `#` in the fragment of an address as `%23`, the only valid form. */
export function escapeSecondHash(href: string): string {
  const fragment = href.indexOf('#') + 1;
  return href.slice(0, fragment) + href.slice(fragment).replaceAll('#', '%23');
}

/** Attributes of an external link, with `rel` values for safety and search engines. */
export function externalLink(href: string): Properties {
  return { href: escapeSecondHash(href), rel: ['noopener', 'nofollow', 'ugc'] };
}
