import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { createElement, createText } from '../parse/elements.ts';

/**
 * Replaces pictures with links. A picture inside a link is not replaced, because links cannot nest.
 * @param links addresses to link to, by the picture's address in the body
 */
export function linkPictures(tree: Root, links: ReadonlyMap<string, string>): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'a') return SKIP;
    const href = node.tagName === 'img' ? links.get(String(node.properties.src)) : undefined;
    if (href === undefined || index === undefined || !parent) return;
    const value = String(node.properties.alt || href);
    parent.children[index] = createElement('a', { href }, [createText(value)]);
    return SKIP;
  });
}
