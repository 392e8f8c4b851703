import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

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
    const children = [{ type: 'text' as const, value }];
    parent.children[index] = { type: 'element', tagName: 'a', properties: { href }, children };
    return SKIP;
  });
}
