import slugify from '@sindresorhus/slugify';
import type { Element, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { eachElement } from '../parse/each-node.ts';
import { idPrefix } from './allow-list.ts';

/** The ids of one page so far, each with the number that the next of its name gets. */
export type PageIds = Map<string, number>;

const longest = 60;

/**
 * Gives every heading an id to link to, made from its words unless the author gave it one. Of two
 * elements with one id the first keeps it, as it is the one that links lead to.
 */
export function uniqueIds(tree: Root, ids: PageIds): void {
  const nameless: Element[] = [];
  eachElement(tree, (node) => {
    const { id } = node.properties;
    if (id !== undefined && !isTaken(String(id), ids)) ids.set(String(id), 2);
    else delete node.properties.id;
    if (/^h[1-6]$/.test(node.tagName) && !node.properties.id) nameless.push(node);
  });
  for (const heading of nameless) heading.properties.id = newId(toText(heading), ids);
}

/** HTML knows no id with white space in it, so such a one counts as taken. */
function isTaken(id: string, ids: PageIds): boolean {
  return ids.has(id) || /\s/.test(id);
}

function newId(text: string, ids: PageIds): string {
  const words = slugify(text.slice(0, 4 * longest))
    .slice(0, longest)
    .replace(/-+$/, '');
  const base = `${idPrefix}${words || 'section'}`;
  let number = ids.get(base) ?? 1;
  while (number > 1 && ids.has(`${base}-${number}`)) number += 1;
  const id = number > 1 ? `${base}-${number}` : base;
  ids.set(base, number + 1);
  if (id !== base) ids.set(id, 2);
  return id;
}
