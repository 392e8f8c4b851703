/** An element that the page's own markup holds. */
export function part<T extends HTMLElement>(of: ParentNode, selector: string): T {
  const found = of.querySelector<T>(selector);
  if (!found) throw new Error(`${selector} is missing in the page`);
  return found;
}
