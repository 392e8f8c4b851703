import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { dropForbidden } from '../../lib/text.ts';
import { allowList } from './allow-list.ts';

const parser = unified().use(rehypeParse, { fragment: true });
const sanitiser = unified().use(rehypeSanitize, allowList);

/** A body's HTML as a tree in which only what the allow-list names is left. */
export function parseBody(html: string): Root {
  const tree = sanitiser.runSync(parser.parse(html)) as Root;
  dropForbiddenCharacters(tree);
  dropEmptyLinks(tree);
  return tree;
}

/** Addresses of the pictures in a body, as they stand there. */
export function pictureSources(tree: Root): string[] {
  const sources = new Set<string>();
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName === 'img' && typeof properties.src === 'string') sources.add(properties.src);
  });
  return [...sources];
}

/** Entities are decoded by now, so this is the last place where such a character can come in. */
function dropForbiddenCharacters(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'text') node.value = dropForbidden(node.value);
    if (node.type !== 'element') return;
    for (const [name, value] of Object.entries(node.properties))
      if (typeof value === 'string') node.properties[name] = dropForbidden(value);
  });
}

/** A link whose address was not allowed is only text. */
function dropEmptyLinks(tree: Root): void {
  visit(tree, 'element', (node: Element, index, parent) => {
    if (node.tagName !== 'a' || node.properties.href || index === undefined || !parent) return;
    parent.children.splice(index, 1, ...node.children);
    return [SKIP, index];
  });
}
