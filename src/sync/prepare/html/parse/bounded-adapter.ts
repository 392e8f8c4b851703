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

/** One extra level of depth, because the parser puts a fragment into an `html` element. */
const frame = 1;

type Adapter = TreeAdapter<DefaultTreeAdapterMap>;

/**
 * Creates a tree adapter for parse5 that throws `OverBounds` as soon as the tree exceeds a limit.
 */
export function boundedAdapter(bounds: Bounds): Adapter {
  const depths = new WeakMap<object, number>();
  let nodes = 0;

  const count = () => {
    nodes += 1;
    if (nodes > bounds.nodes) throw new OverBounds(`it has more than ${bounds.nodes} nodes`);
  };
  const place = (parent: object, child: object) => {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > bounds.depth + frame && 'tagName' in child) throw OverBounds.depth(bounds);
    depths.set(child, depth);
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
    appendChild: (parent, child) => {
      place(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore: (parent, child, before) => {
      place(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, before);
    },
    setTemplateContent: (template, content) => {
      place(template, content);
      defaultTreeAdapter.setTemplateContent(template, content);
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
