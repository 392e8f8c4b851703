import type { ElementContent, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { tidyPlayers } from './media/players.ts';
import type { Bounds } from './parse/bounded-adapter.ts';
import { replaceElements, textOfLink } from './parse/elements.ts';
import { bodyBounds, type Parsed, parseBounded, writtenBounds } from './parse/parse-bounded.ts';
import { writePlainText } from './parse/plain-text.ts';
import { writeHtml } from './parse/write-html.ts';
import { allowList, allowListAgain, idPrefix } from './sanitise/allow-list.ts';
import { markTasks } from './sanitise/tasks.ts';
import { tidyAddresses, tidyText } from './sanitise/tidy.ts';

// Parses a body's HTML into a tree that contains only what the allow-list permits. Never throws:
// HTML that cannot be parsed safely becomes plain text, and `refused` is called with the reason.
// Parsing the written tree again gives the same tree.

/**
 * Maximum rounds of cleaning. Removing tags can leave invalid nesting, which the parser repairs in
 * another round. Bodies that people write need one round.
 */
const maxRounds = 4;

export function parseBody(html: string, refused: (why: string) => void = () => {}): Root {
  if (html === '') return { type: 'root', children: [] };
  const parsed = settle(html);
  if (parsed.kind === 'tree') return parsed.tree;
  refused(parsed.why);
  return writePlainText(html);
}

/** @returns `text`: the tree as HTML, in which ids have prefixes */
function settle(html: string) {
  let parsed = clean(html, allowList, bodyBounds);
  for (let round = 1; round <= maxRounds && parsed.kind === 'tree'; round += 1) {
    const before = writeHtml(parsed.tree);
    // The next round would parse the same text, but for the prefixes of ids.
    if (withoutPrefixes(before) === html) return { ...parsed, text: before };
    parsed = clean(before, allowListAgain, writtenBounds);
    if (parsed.kind === 'tree' && writeHtml(parsed.tree) === before)
      return { ...parsed, text: before };
  }
  if (parsed.kind === 'refused') return parsed;
  const why = 'its tags are nested in a way that parses differently each time';
  return { kind: 'refused' as const, why };
}

function clean(html: string, list: Schema, bounds: Bounds): Parsed {
  const parsed = parseBounded(html, bounds);
  if (parsed.kind === 'refused') return parsed;
  tidyAddresses(parsed.tree);
  tidyPlayers(parsed.tree);
  markTasks(parsed.tree);
  const tree = sanitize(parsed.tree, list) as Root | ElementContent;
  // `sanitize` returns a lone element without its root.
  const root: Root = tree.type === 'root' ? tree : { type: 'root', children: [tree] };
  replaceElements(root, 'a', (link) => (link.properties.href ? [link] : textOfLink(link)));
  // The children of an `iframe` are for browsers without frames, but some feed readers would show
  // them.
  replaceElements(root, 'iframe', (frame) => [{ ...frame, children: [] }]);
  tidyText(root);
  return { kind: 'tree', tree: root };
}

const text = '[[^<>\\p{C}]\\n]*';
const inline = new RegExp(`<(strong|em|code|del|sup)>${text}</\\1>`, 'gv');
const list = new RegExp(`<([uo]l)>\n?(?:<li>${text}</li>\n?)+</\\1>`, 'gv');

/**
 * Elements that cleaning does not change, in the order in which they are removed: each may have
 * nothing but text in it, and those above. So a link in a link stays, and a block in a paragraph.
 */
const simple = [
  [new RegExp(`<pre><code(?: class="language-[\\w+#\\-]+")?>${text}</code></pre>`, 'gv'), '<hr>'],
  [inline, ''],
  [new RegExp(`<a href="(?:https?://|#)[^"'\`<>&\\p{Z}\\p{C}]*">${text}</a>`, 'gv'), ''],
  [inline, ''],
  [new RegExp(`<(p|h[1-6])>${text}</\\1>|<div id="fn-\\d+">${text}</div>`, 'gv'), ''],
  [/<hr>/g, ''],
  [list, ''],
  [list, ''],
  [list, ''],
] as const;
const simpleText = new RegExp(`^${text}$`, 'v');
const maxSimple = 10_000;

/** Whether cleaning changes nothing but the form of entities. */
function isSimple(html: string): boolean {
  if (html.length > maxSimple || /&(?!(?:amp|lt|gt|quot);)/.test(html)) return false;
  let rest = html;
  for (const [pattern, replacement] of simple)
    if (rest.includes('<')) rest = rest.replace(pattern, replacement);
  return simpleText.test(rest);
}

/** Entities as Markdown writes them, in the form of `writeHtml`. */
const written: Record<string, string> = {
  '&amp;': '&#x26;',
  '&lt;': '&#x3C;',
  '&gt;': '>',
  '&quot;': '"',
};

/**
 * Cleans HTML as a sync would. The result has no id prefixes, because a sync will add them.
 * @param refused called with the reason when unsafe HTML is returned as plain text
 */
export function cleanHtml(html: string, refused: (why: string) => void = () => {}): string {
  if (isSimple(html)) return html.replace(/&[a-z]+;/g, (entity) => written[entity] ?? entity);
  const parsed = settle(html);
  if (parsed.kind === 'tree') return withoutPrefixes(parsed.text);
  refused(parsed.why);
  return writeHtml(writePlainText(html));
}

/** Removes the prefixes of ids from HTML as `writeHtml` writes it. */
function withoutPrefixes(html: string): string {
  return html.replace(startTag, (tag) => tag.replace(` id="${idPrefix}`, ' id="'));
}

const startTag = /<[a-z](?:[^">]|"[^"]*")*>/g;
