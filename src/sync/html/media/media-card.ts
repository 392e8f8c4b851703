import type { Element, ElementContent } from 'hast';
import { untitledVideoClass } from '../../../model/content/content.ts';
import { finishedLink } from './finished-link.ts';

export const mediaCardClass = 'video-card';

/**
 * A link to a video or a recording, in the place of a player.
 * @param title empty where it has none; a video is then called by where it is from
 * @param from whom it is from; empty where it is the site's own
 */
export function mediaCard(href: string, title: string, from: string, isVideo = true): Element {
  const source = { type: 'text' as const, value: from };
  const properties = { ...finishedLink(href), className: [mediaCardClass] };
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
