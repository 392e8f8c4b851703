import type { Root } from 'hast';
import { dropForbidden } from '../../../../lib/text/text.ts';
import { eachElement, eachNode, findElements } from '../parse/elements.ts';

/**
 * Normalises addresses as browsers do, so that the allow-list checks the address that a browser
 * would use. Also turns the `name` of an anchor into an id.
 */
export function tidyAddresses(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    for (const name of ['href', 'src']) {
      const address = properties[name];
      if (typeof address === 'string') properties[name] = tidyAddress(address);
    }
    if (tagName === 'a' && properties.name) properties.id ??= properties.name;
  });
}

function tidyAddress(address: string): string {
  const text = dropForbidden(address.replace(/[\t\n\r]/g, '')).trim();
  return text.replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
}

/**
 * Removes characters that XML forbids. Also removes characters that would be lost when the HTML is
 * parsed again: carriage returns, and line breaks at the start of a `pre`. Drops attributes of
 * which the allow-list left no class.
 */
export function tidyText(tree: Root): void {
  eachNode(tree, (node) => {
    if (node.type === 'text') node.value = tidyValue(node.value);
    if (node.type !== 'element') return;
    const { className } = node.properties;
    if (Array.isArray(className) && className.length === 0) delete node.properties.className;
    for (const [name, value] of Object.entries(node.properties))
      if (typeof value === 'string') node.properties[name] = tidyValue(value);
  });
  for (const pre of findElements(tree, 'pre'))
    for (const child of pre.children) {
      if (child.type !== 'text') break;
      child.value = child.value.replace(/^\n+/, '');
      if (child.value !== '') break;
    }
}

function tidyValue(text: string): string {
  return dropForbidden(text).replace(/\r\n?/g, '\n');
}
