/**
 * Finds a required element of the page.
 * @throws Error that names the element, if it is missing
 */
export function part<T extends HTMLElement>(of: ParentNode, selector: string): T {
  const found = of.querySelector<T>(selector);
  if (!found) throw new Error(`${selector} is missing in the page`);
  return found;
}
