import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { asRead, prepared } from './prepared.ts';

/** All elements of some HTML, as a browser would parse it. */
function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const tree = unified().use(rehypeParse, { fragment: true }).parse(html);
  visit(tree, 'element', (node) => {
    elements.push(node);
  });
  return elements;
}

const harmless = new Set([
  ...['p', 'b', 'i', 'a', 'div', 'table', 'tbody', 'tr', 'td', 'abbr', 'details', 'summary'],
]);
const addresses = /^(?:https?:|mailto:|#)/;

test.each(attacks)('keeps no harmful element from %s', (attack) => {
  const names = elementsOf(prepared(attack)).map(({ tagName }) => tagName);
  expect(names.filter((name) => !harmless.has(name))).toEqual([]);
});

test.each(attacks)('keeps no harmful attribute from %s', (attack) => {
  const kept = elementsOf(prepared(attack)).flatMap(({ properties }) => Object.entries(properties));
  const known = new Set(['href', 'rel', 'title', 'className', 'tabIndex', 'role', 'ariaLabel']);
  expect(kept.filter(([name]) => !known.has(name))).toEqual([]);
  const hrefs = kept.flatMap(([name, value]) => (name === 'href' ? [String(value)] : []));
  expect(hrefs.filter((href) => !addresses.test(href))).toEqual([]);
});

test.each(attacks)('writes HTML that a browser parses unchanged: %s', (attack) => {
  const html = prepared(attack);
  expect(asRead(html)).toBe(html);
});
