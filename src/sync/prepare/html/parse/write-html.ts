import type { Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';

const writer = unified().use(rehypeStringify);

/** Writes a tree as HTML, with "<" and "&" escaped in texts. */
export function writeHtml(tree: Root): string {
  return writer.stringify(tree);
}
