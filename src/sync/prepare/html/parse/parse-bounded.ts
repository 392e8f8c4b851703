import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { type Bounds, boundedAdapter, OverBounds } from './bounded-adapter.ts';

// Parses HTML as a browser would, within limits. The parser itself stops when a limit is exceeded:
// a separate check would need a second parser, and parsers disagree about hostile HTML. Never
// throws for any HTML.

export type Parsed = { kind: 'tree'; tree: Root } | { kind: 'refused'; why: string };

export const bodyBounds: Bounds = { bytes: 1024 * 1024, depth: 256, attributes: 64, nodes: 65_536 };

/**
 * Limits for HTML that Waymark has rendered from a body. Escapes, added elements and highlighting
 * make this HTML larger than the body.
 */
export const writtenBounds: Bounds = {
  ...bodyBounds,
  bytes: 16 * bodyBounds.bytes,
  depth: bodyBounds.depth + 8,
  nodes: 4 * bodyBounds.nodes,
};

export function parseBounded(html: string, bounds: Bounds): Parsed {
  if (Buffer.byteLength(html) > bounds.bytes)
    return { kind: 'refused', why: `it is larger than ${bounds.bytes / 1024} KiB` };
  try {
    const treeAdapter = boundedAdapter(bounds);
    // With this option, the content of `noscript` is parsed as HTML, as most feed readers do.
    const fragment = parseFragment(html, { treeAdapter, scriptingEnabled: false });
    if (isDeeper(fragment, bounds.depth)) throw OverBounds.depth(bounds);
    return { kind: 'tree', tree: fromParse5(fragment) as Root };
  } catch (error) {
    if (!(error instanceof OverBounds)) throw error;
    return { kind: 'refused', why: error.message };
  }
}

type Parent = DefaultTreeAdapterMap['parentNode'];

/**
 * Whether a tree is deeper than allowed. The adapter counts only open elements, and for misnested
 * tags the parser may later move a branch deeper.
 */
function isDeeper(fragment: Parent, depth: number): boolean {
  let level: Parent[] = [fragment];
  for (let below = 0; level.length > 0; below += 1) {
    if (below > depth) return true;
    level = level.flatMap(innerParents);
  }
  return false;
}

function innerParents(parent: Parent): Parent[] {
  const inner = parent.childNodes.filter((node) => 'childNodes' in node);
  return 'content' in parent ? [...inner, parent.content] : inner;
}
