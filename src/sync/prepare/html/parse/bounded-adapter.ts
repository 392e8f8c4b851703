import { type DefaultTreeAdapterMap, defaultTreeAdapter, type TreeAdapter } from 'parse5';

/** Limits for HTML to parse, and for the resulting tree. */
export interface Bounds {
  bytes: number;
  /** Maximum depth of nested elements. */
  depth: number;
  /** Maximum number of attributes of one element. */
  attributes: number;
  /**
   * Maximum number of elements, texts and comments. The parser repeats an unclosed `<b>` in later
   * blocks, so a few tags can create many nodes.
   */
  nodes: number;
}

/** Thrown to stop parsing HTML that exceeds its bounds. */
export class OverBounds extends Error {
  static depth({ depth }: Bounds): OverBounds {
    return new OverBounds(`elements are nested more than ${depth} levels deep`);
  }
}

/**
 * Maximum number of open elements, as a multiple of the depth. It only bounds the parser's time. It
 * is larger than the depth, because the parser moves misplaced content out of tables.
 */
const maxOpen = 4;

type Adapter = TreeAdapter<DefaultTreeAdapterMap>;

/**
 * Creates a tree adapter for parse5 that throws `OverBounds` as soon as the tree exceeds a limit. The
 * exact depth of the tree must be checked afterwards.
 */
export function boundedAdapter(bounds: Bounds): Adapter {
  let [nodes, open] = [0, 0];

  const count = () => {
    nodes += 1;
    if (nodes > bounds.nodes) throw new OverBounds(`it has more than ${bounds.nodes} nodes`);
  };

  return {
    ...defaultTreeAdapter,
    createElement: (tagName, namespace, attributes) => {
      if (attributes.length > bounds.attributes)
        throw new OverBounds(`an element has more than ${bounds.attributes} attributes`);
      count();
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    createCommentNode: (data) => {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    onItemPush: () => {
      open += 1;
      if (open > maxOpen * bounds.depth) throw OverBounds.depth(bounds);
    },
    onItemPop: () => {
      open -= 1;
    },
    insertText: (parent, text) => {
      if (parent.childNodes.at(-1)?.nodeName !== '#text') count();
      defaultTreeAdapter.insertText(parent, text);
    },
    insertTextBefore: (parent, text, before) => {
      count();
      defaultTreeAdapter.insertTextBefore(parent, text, before);
    },
  };
}
