import { type Block, childBlocks, isComment, isList, isParagraph } from '../markdown/markdown.ts';
import { blockParser, createToken } from '../markdown/parser.ts';

/** Whether all visible blocks are lists. */
export function isListOnly(blocks: readonly Block[]): boolean {
  const seen = blocks.filter(isSeen);
  return seen.length > 0 && seen.every(isList);
}

/**
 * Splits a section into changes. Each list item becomes a change, and so does the text between two
 * lists.
 * @param about sub-heading that is repeated in front of each change; empty if there is none
 */
export function splitChanges(blocks: readonly Block[], about: string): Block[][] {
  const contents: Block[][] = [[]];
  for (const block of blocks) {
    if (isList(block)) {
      for (const item of childBlocks(block)) contents.push(childBlocks(item));
      contents.push([]);
    } else if (block[0]?.type !== 'hr') contents.at(-1)?.push(block);
  }
  return contents
    .filter((content) => content.some(isSeen))
    .map((content) => (about === '' ? content : addTitle(content, about)));
}

function isSeen(block: Block): boolean {
  return block[0]?.type !== 'hr' && !isComment(block);
}

/** Adds bold text at the start of the first block if that is a paragraph, otherwise above it. */
function addTitle([first = [], ...rest]: readonly Block[], about: string): Block[] {
  const title = `<strong>${blockParser.utils.escapeHtml(about)}:</strong>`;
  const inline = isParagraph(first) ? first[1] : undefined;
  inline?.children?.unshift(createToken('html_inline', '', 0, `${title} `));
  if (inline?.children) return [first, ...rest];
  return [[createToken('html_block', '', 0, `<p>${title}</p>`)], first, ...rest];
}
