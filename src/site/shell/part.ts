/** An element of the page's own markup. @throws Error that names what the page lacks */
export function part<T extends HTMLElement>(of: ParentNode, selector: string): T {
  const found = of.querySelector<T>(selector);
  if (!found) throw new Error(`${selector} is missing in the page`);
  return found;
}
