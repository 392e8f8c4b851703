import slugify from '@sindresorhus/slugify';
import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { decodePath } from '../../../../lib/text/text.ts';
import { eachElement, replaceElements, textOfLink } from '../parse/elements.ts';
import { idPrefix } from './allow-list.ts';

/** Ids in use on a page, each with the number to append to it for the next duplicate. */
export type PageIds = Map<string, number>;

const maxIdLength = 60;

/**
 * Gives every heading a unique id, derived from its text unless the author set one. If several
 * elements have the same id, the first element keeps it, because links lead to that element in
 * browsers.
 */
export function uniqueIds(tree: Root, ids: PageIds): void {
  const headingsWithoutId: Element[] = [];
  eachElement(tree, (node) => {
    const { id } = node.properties;
    // An id with white space is invalid HTML.
    if (id !== undefined && !/\s/.test(String(id)) && !ids.has(String(id))) ids.set(String(id), 2);
    else delete node.properties.id;
    if (/^h[1-6]$/.test(node.tagName) && !node.properties.id) headingsWithoutId.push(node);
  });
  for (const heading of headingsWithoutId) heading.properties.id = newId(toText(heading), ids);
}

/**
 * Leads links to parts of the page to its ids, although the address that a forge gives a heading may
 * have other hyphens. A link to nothing on the page becomes text: in a changelog, it may lead to
 * another version, which has a page of its own.
 */
export function settleAnchors(trees: readonly Root[], ids: PageIds): void {
  const joined = (id: string) => id.replaceAll('-', '');
  // The first of several ids applies.
  const targets = new Map([...ids.keys()].reverse().map((id) => [joined(id), id] as const));
  const settle = (link: Element): ElementContent[] => {
    const { href = '', ...others } = link.properties;
    const written = decodePath(String(href));
    if (!written.startsWith('#') || ids.has(written.slice(1))) return [link];
    const slug = slugOf(written.slice(1 + idPrefix.length));
    const target = slug && targets.get(joined(idPrefix + slug));
    if (target) return [{ ...link, properties: { ...others, href: `#${target}` } }];
    return textOfLink(link);
  };
  for (const tree of trees) replaceElements(tree, 'a', settle);
}

function slugOf(text: string): string {
  const words = slugify(text.slice(0, 4 * maxIdLength)).slice(0, maxIdLength);
  return words.replace(/-+$/, '');
}

function newId(text: string, ids: PageIds): string {
  const base = `${idPrefix}${slugOf(text) || 'section'}`;
  let number = ids.get(base) ?? 1;
  while (number > 1 && ids.has(`${base}-${number}`)) number += 1;
  const id = number > 1 ? `${base}-${number}` : base;
  ids.set(base, number + 1);
  if (id !== base) ids.set(id, 2);
  return id;
}
