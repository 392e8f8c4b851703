import type { Definition, Parents, Root, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';

/** Turns reference links into links with an address, so that blocks can be rendered separately. */
export function resolveLinks(tree: Root): void {
  const byId = new Map<string, Definition>();
  visit(tree, 'definition', (one) => {
    if (!byId.has(one.identifier)) byId.set(one.identifier, one);
  });
  if (byId.size === 0) return;
  visit(tree, (node, index, parent) => {
    if (node.type !== 'linkReference' && node.type !== 'imageReference') return;
    const found = byId.get(node.identifier);
    if (!found || index === undefined) return;
    const { url, title } = found;
    const resolved: RootContent =
      node.type === 'linkReference'
        ? { type: 'link', url, title: title ?? null, children: node.children }
        : { type: 'image', url, title: title ?? null, alt: node.alt ?? null };
    (parent as Parents).children[index] = resolved;
  });
}
