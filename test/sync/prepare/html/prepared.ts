import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import type { RenderBodyOptions } from '../../../../src/sync/prepare/html/render-body.ts';
import { renderBody } from './rendered.ts';

/** A body in the form in which it is stored in the content folder. */
export function prepared(html: string, over: Partial<RenderBodyOptions> = {}): string {
  const base = new URL('https://example.com/changelog/');
  return renderBody(parseBody(html), { pictures: new Map(), base, ...over });
}

const plain = unified().use(rehypeParse, { fragment: true }).use(rehypeStringify);

/** HTML as a browser would parse it, without any cleaning, and serialise it again. */
export function asRead(html: string): string {
  return String(plain.processSync(html));
}
