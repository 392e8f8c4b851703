import type { Element, ElementContent, Parents } from 'hast';

/**
 * Puts something else in the place of every element of one tag, innermost first. In one pass over
 * the tree: taking children out one at a time would cost the square of their number.
 */
export function replaceElements(
  parent: Parents,
  tagName: string,
  replacement: (node: Element) => ElementContent[],
): void {
  parent.children = parent.children.flatMap((child) => {
    if (child.type !== 'element') return [child as ElementContent];
    replaceElements(child, tagName, replacement);
    return child.tagName === tagName ? replacement(child) : [child];
  });
}
