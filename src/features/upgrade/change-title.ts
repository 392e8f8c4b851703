import { shorten } from '../../lib/text/text.ts';
import { textOfHtml } from '../../site/base/html/sections.ts';

/** Maximum length in characters: about two lines on a phone. */
const maxLength = 90;

/** Matches references and credits as `markReferences` marks them, with brackets around them. */
const asides = /[([]?<a class="reference".*?<\/a>[)\]]?|<small class="credit">.*?<\/small>/gs;

/** Matches the tags at which a paragraph, heading or item ends. */
const blockEdges = /<\/?(?:p|h\d|[uod]l|li|pre|br|div|blockquote|table)\b[^>]*>/;

/** Matches a sentence, unless it is so short that it is a label or an abbreviation. */
const sentence = /^.{9,}?(?:[.!?؟](?=\s+[^\p{Ll}\p{N}])|[。！？])/u;

/** The first sentence or heading of a change, shortened. Empty if the change has no text. */
export function changeTitle(html: string): string {
  const blocks = html.replace(asides, '').split(blockEdges).map(textOfHtml);
  const text = (blocks.find(Boolean) ?? '').replace(/^[\s,:–—-]+/, '');
  const [first] = sentence.exec(text) ?? [text];
  const title = first.slice(0, 2 * maxLength).replace(/(?:\s*\(#\d+\)|[\s.:。：])+$/u, '');
  return shorten(title, maxLength);
}
