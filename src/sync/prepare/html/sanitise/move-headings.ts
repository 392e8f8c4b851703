import type { Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { eachElement, findElements } from '../parse/elements.ts';

/**
 * Changes the levels of headings so that they are below the page's own headings and skip no level.
 * Users of screen readers navigate by headings.
 * @param top level of the highest heading
 */
export function moveHeadings(tree: Root, top: number): void {
  const above: number[] = [];
  eachElement(tree, (node) => {
    const level = Number(/^h([1-6])$/.exec(node.tagName)?.[1]);
    if (!level) return;
    // Empty headings, which editors leave behind, become an empty `div`. It keeps the id, because
    // links may point there.
    if (toText(node).trim() === '' && findElements(node, 'img').length === 0) {
      node.tagName = 'div';
      node.children = [];
      return;
    }
    while ((above.at(-1) ?? 0) >= level) above.pop();
    node.tagName = `h${Math.min(6, top + above.length)}`;
    above.push(level);
  });
}
