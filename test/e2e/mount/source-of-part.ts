import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Waymark's part of a page, cut out of the source and wrapped in a page of its own. */
export function sourceOfPart(html: string): string {
  const part = find(parse(html, { sourceCodeLocationInfo: true }));
  const place = part && 'sourceCodeLocation' in part ? part.sourceCodeLocation : undefined;
  if (!place) throw new Error('The page has no part of Waymark’s.');
  const inner = html.slice(place.startOffset, place.endOffset);
  return `<!DOCTYPE html>\n<html lang="en"><head><title>A page</title></head><body><main>${inner}</main></body></html>`;
}

function find(node: Node): Node | undefined {
  if (
    'attrs' in node &&
    node.attrs.some(({ name, value }) => name === 'class' && /^waymark\b/.test(value))
  )
    return node;
  return 'childNodes' in node ? node.childNodes.map(find).find((found) => found) : undefined;
}
