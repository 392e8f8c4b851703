import type { Element, Root } from 'hast';
import { eachElement, eachNode } from '../parse/elements.ts';

/**
 * Moves headings below the page's own and closes gaps between levels, as screen reader users
 * navigate by headings.
 * @param top level of the highest heading
 */
export function moveHeadings(tree: Root, top: number): void {
  const above: number[] = [];
  eachElement(tree, (node) => {
    const level = Number(/^h([1-6])$/.exec(node.tagName)?.[1]);
    if (!level) return;
    // Editors leave empty headings behind, which may still be link targets, so they become a `div`.
    // Their children are removed, because a `div` might not allow them.
    if (isEmpty(node)) {
      node.tagName = 'div';
      node.children = [];
      return;
    }
    while ((above.at(-1) ?? 0) >= level) above.pop();
    node.tagName = `h${Math.min(6, top + above.length)}`;
    above.push(level);
  });
}

function isEmpty(heading: Element): boolean {
  let says = false;
  eachNode(heading, (node) => {
    says ||= node.type === 'text' && node.value.trim() !== '';
    says ||= node.type === 'element' && node.tagName === 'img';
  });
  return !says;
}
