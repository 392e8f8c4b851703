import type { Element, Root } from 'hast';
import { eachElement, eachNode } from '../parse/each-node.ts';

/**
 * Puts a body's headings below one that stands above it, and each below the last that outranks it
 * without leaving out a level: readers who hear a page go through it by them.
 * @param top the level of the highest
 */
export function moveHeadings(tree: Root, top: number): void {
  const above: number[] = [];
  eachElement(tree, (node) => {
    const level = Number(/^h([1-6])$/.exec(node.tagName)?.[1]);
    if (!level) return;
    // Editors leave headings behind that say nothing; others may link to them all the same. What
    // stands in a heading may not be allowed to stand in a box.
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
