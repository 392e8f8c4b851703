import { type Block, childBlocks, isComment, isList, isParagraph } from '../markdown/markdown.ts';
import type { Section } from '../markdown/outline.ts';
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

/** Ends a section at a rule above other text, such as the last line of the notes of GoReleaser. */
export function endAtRule(section: Section): Section[] {
  const { below } = section;
  const at = below.findIndex(([first]) => first?.type === 'hr');
  if (at === -1 || !below.slice(at).some(isSeen)) return [section];
  const after = { level: 0, text: '', title: [], below: below.slice(at) };
  return [{ ...section, below: below.slice(0, at) }, after];
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
