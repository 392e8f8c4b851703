import type { Element } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';
import { visit } from 'unist-util-visit';

const inert = /^(?:https?|mailto):|^#/;
const never = new Set(
  'script style iframe object embed svg math form input button meta base link template'.split(' '),
);

/** All URLs that a browser finds in HTML. */
export function addressesIn(html: string): string[] {
  return elements(html).flatMap(addressesOf);
}

/** The elements, event handlers and URLs in HTML that could run code. */
export function runnableIn(html: string): string[] {
  return elements(html).flatMap((element) => [
    ...(never.has(element.tagName) ? [element.tagName] : []),
    ...Object.keys(element.properties).filter((name) => /^on/i.test(name)),
    ...addressesOf(element).filter((address) => !inert.test(address)),
  ]);
}

function elements(html: string): Element[] {
  const found: Element[] = [];
  visit(fromParse5(parseFragment(html)), 'element', (element) => {
    found.push(element);
  });
  return found;
}

function addressesOf({ properties }: Element): string[] {
  const { href, src, srcSet, poster } = properties;
  return [href, src, srcSet, poster].filter((one) => one !== undefined).map(String);
}
