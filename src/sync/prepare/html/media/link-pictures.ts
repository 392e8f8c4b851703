import type { ElementContent, Parents } from 'hast';
import { createElement, createText } from '../parse/elements.ts';

/**
 * Replaces pictures with links. A picture inside a link is not replaced, because links cannot nest.
 * @param links addresses to link to, by the picture's address in the body
 */
export function linkPictures(parent: Parents, links: ReadonlyMap<string, string>): void {
  parent.children = (parent.children as ElementContent[]).map((child) => {
    if (child.type !== 'element' || child.tagName === 'a') return child;
    linkPictures(child, links);
    const href = child.tagName === 'img' ? links.get(String(child.properties.src)) : undefined;
    if (href === undefined) return child;
    return createElement('a', { href }, [createText(String(child.properties.alt || href))]);
  });
}
