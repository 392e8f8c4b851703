import type { Element, Parents, RootContent } from 'hast';

// What `unist-util-visit` does where nothing is passed over: it names a function after every node
// that it comes to, and half of the time that a body takes went into that.

type Visitor<Node> = (node: Node, index: number, parent: Parents) => void;

/** Shows every node below this one, each before what it holds; those beside it may change by then. */
export function eachNode(parent: Parents, visitor: Visitor<RootContent>): void {
  for (const [index, node] of parent.children.entries()) {
    visitor(node, index, parent);
    if (node.type === 'element') eachNode(node, visitor);
  }
}

/** Shows every element below this one, as `eachNode` does. */
export function eachElement(parent: Parents, visitor: Visitor<Element>): void {
  eachNode(parent, (node, index, parent) => {
    if (node.type === 'element') visitor(node, index, parent);
  });
}
