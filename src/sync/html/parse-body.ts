import type { Element, ElementContent, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { tidyPlayers } from './media/players.ts';
import type { Bounds } from './parse/bounded-adapter.ts';
import { eachElement } from './parse/each-node.ts';
import { bodyBounds, type Parsed, parseBounded, writtenBounds } from './parse/parse-bounded.ts';
import { plainText } from './parse/plain-text.ts';
import { replaceElements } from './parse/replace-elements.ts';
import { writeHtml } from './parse/write-html.ts';
import { allowList, allowListAgain } from './sanitise/allow-list.ts';
import { markTasks } from './sanitise/tasks.ts';
import { tidyAddresses, tidyText } from './sanitise/tidy.ts';

// Takes a body's HTML; gives a tree in which only what the allow-list names is left.
// What cannot be read safely comes back as plain text, and `refused` is told why.
// Never throws, and never leaves a tree that would come out otherwise if it were read again.

/** Taking tags away can leave nestings that a parser mends; real bodies are settled after one. */
const mostRounds = 4;

export function parseBody(html: string, refused: (why: string) => void = () => {}): Root {
  if (html === '') return { type: 'root', children: [] };
  const parsed = settle(html);
  if (parsed.kind === 'tree') return parsed.tree;
  refused(parsed.why);
  return plainText(html);
}

/** Addresses of the pictures in a body, as they stand there. */
export function pictureSources(tree: Root): string[] {
  const sources = new Set<string>();
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName === 'img' && typeof properties.src === 'string') sources.add(properties.src);
  });
  return [...sources];
}

function settle(html: string): Parsed {
  let parsed = clean(html, allowList, bodyBounds);
  for (let round = 1; round <= mostRounds && parsed.kind === 'tree'; round += 1) {
    const before = writeHtml(parsed.tree);
    parsed = clean(before, allowListAgain, writtenBounds);
    if (parsed.kind === 'tree' && writeHtml(parsed.tree) === before) return parsed;
  }
  if (parsed.kind === 'refused') return parsed;
  return { kind: 'refused', why: 'its tags are nested so that every reading gives another' };
}

function clean(html: string, list: Schema, bounds: Bounds): Parsed {
  const parsed = parseBounded(html, bounds);
  if (parsed.kind === 'refused') return parsed;
  tidyAddresses(parsed.tree);
  tidyPlayers(parsed.tree);
  markTasks(parsed.tree);
  const tree = sanitize(parsed.tree, list) as Root | ElementContent;
  // A lone element comes back without its root.
  const root: Root = tree.type === 'root' ? tree : { type: 'root', children: [tree] };
  replaceElements(root, 'a', textOfLink);
  // Its inside is for browsers that know no frames, and read as text by all others.
  replaceElements(root, 'iframe', (frame) => [{ ...frame, children: [] }]);
  tidyText(root);
  return { kind: 'tree', tree: root };
}

/** A link whose address was not allowed is only text, or a place that others link to. */
function textOfLink(link: Element): ElementContent[] {
  const { href, id } = link.properties;
  if (href) return [link];
  return id ? [{ ...link, tagName: 'span', properties: { id } }] : link.children;
}
