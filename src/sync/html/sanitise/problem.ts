import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { EXIT, visit } from 'unist-util-visit';
import { dropForbidden } from '../../../lib/text/text.ts';
import { writeHtml } from '../parse/write-html.ts';
import { isOutput } from './output-list.ts';

// Takes HTML that is about to be written; gives what is wrong with it, or undefined.
// Reads it as a browser will, and trusts none of the steps that made it.

const reader = unified().use(rehypeParse, { fragment: true });

export function problemOf(html: string): string | undefined {
  const tree = reader.parse(html);
  let flaw: string | undefined;
  visit(tree, (node) => {
    if (node.type === 'root' || node.type === 'text') return;
    flaw = node.type === 'element' ? flawOfElement(node) : `a ${node.type} is left in it`;
    return flaw === undefined ? undefined : EXIT;
  });
  if (flaw) return flaw;
  if (dropForbidden(html) !== html) return 'a character is left in it that XML forbids';
  return writeHtml(tree) === html ? undefined : 'it reads otherwise than it was written';
}

function flawOfElement({ tagName, properties }: Element): string | undefined {
  if (!isOutput(tagName)) return `<${tagName}> is left in it`;
  for (const [name, value] of Object.entries(properties)) {
    const text = Array.isArray(value) ? value.join(' ') : String(value);
    if (!isOutput(tagName, name, text)) return `<${tagName}> has a ${name} that is not allowed`;
  }
  return undefined;
}
