import { type Block, childBlocks, isList, isParagraph } from '../markdown/markdown.ts';
import { kindOfTitle, maybeTitle, titleOf } from './section-titles.ts';

/** Blocks of a section. `title` is set if a paragraph or a list item serves as their heading. */
export interface Part {
  title?: string;
  blocks: Block[];
}

/**
 * Splits a section at texts that serve as headings: a known title directly above a list, and lists in
 * which each item is a title with a list below it, and most of the titles are known.
 */
export function splitAtTitles(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [{ blocks: [] }];
  for (const [index, block] of blocks.entries()) {
    const last = parts.at(-1);
    const begun = titledParts(block, blocks[index + 1]);
    if (begun) for (const part of begun) parts.push(part);
    else if (last && (last.title === undefined || isList(block))) last.blocks.push(block);
    else parts.push({ blocks: [block] });
  }
  return parts.length > 1 ? parts.filter((part) => part.blocks.length > 0) : parts;
}

/** The parts that begin with a block; undefined if it belongs to the part above it. */
function titledParts(block: Block, next: Block | undefined): Part[] | undefined {
  const title = next && isList(next) ? titleIn(block) : undefined;
  return title === undefined ? readTitledItems(block) : [{ title, blocks: [] }];
}

function readTitledItems(block: Block): Part[] | undefined {
  if (!isList(block)) return undefined;
  const parts: Part[] = [];
  for (const item of childBlocks(block)) {
    const [head = [], ...blocks] = childBlocks(item);
    const title = blocks.length > 0 && blocks.every(isList) ? titleIn(head, true) : undefined;
    if (title === undefined) return undefined;
    parts.push({ title, blocks });
  }
  const known = parts.filter(({ title = '' }) => kindOfTitle(title) !== undefined);
  return known.length * 2 > parts.length ? parts : undefined;
}

/** The title that is the whole text of a paragraph. Unless `mayBeOwn`, it has to be known. */
function titleIn(block: Block, mayBeOwn = false): string | undefined {
  const text = isParagraph(block) ? (block[1]?.content ?? '') : '';
  if (text.length > maxTitleLength || text.includes('\n')) return undefined;
  const title = titleOf(text);
  return kindOfTitle(title) || (mayBeOwn && maybeTitle(title)) ? title : undefined;
}

const maxTitleLength = 100;
