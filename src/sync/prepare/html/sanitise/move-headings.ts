import type { Element, Root } from 'hast';
import { eachElement, eachNode } from '../parse/elements.ts';

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
