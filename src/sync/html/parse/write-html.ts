import type { Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';

const writer = unified().use(rehypeStringify);

/** A tree as HTML; every "<" and "&" of its texts is escaped. */
export function writeHtml(tree: Root): string {
  return writer.stringify(tree);
}
