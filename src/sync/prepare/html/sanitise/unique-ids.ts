import slugify from '@sindresorhus/slugify';
import type { Element, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { eachElement } from '../parse/elements.ts';
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

function newId(text: string, ids: PageIds): string {
  const words = slugify(text.slice(0, 4 * maxIdLength))
    .slice(0, maxIdLength)
    .replace(/-+$/, '');
  const base = `${idPrefix}${words || 'section'}`;
  let number = ids.get(base) ?? 1;
  while (number > 1 && ids.has(`${base}-${number}`)) number += 1;
  const id = number > 1 ? `${base}-${number}` : base;
  ids.set(base, number + 1);
  if (id !== base) ids.set(id, 2);
  return id;
}
