import type { Block } from './markdown.ts';
import { maxNesting } from './parser.ts';
import { type Tag, tagsIn } from './raw-tags.ts';

/**
 * Joins the blocks of each element that begins and ends in different blocks, such as `<details>`.
 * @param isEnd whether a block ends all elements above it
 * @returns `unclosed`: for each such end, the outermost element that was still open, with its block
 */
export function joinElements(blocks: readonly Block[], isEnd: (block: Block) => boolean) {
  const unclosed: { name: string; block: Block }[] = [];
  if (!blocks.some(([first]) => first?.type === 'html_block')) return { blocks, unclosed };
  // Indices of the blocks that begin a joined block.
  const starts: number[] = [];
  let open: { name: string; block: Block; place: number }[] = [];
  const endAll = () => {
    unclosed.push(...open.slice(0, 1));
    open = [];
  };
  const readTag = (block: Block, { name, nesting }: Tag) => {
    const at = open.findLastIndex((one) => nesting === -1 && one.name === name);
    const [outermost] = at === -1 ? [] : open.splice(at);
    if (outermost) starts.length = outermost.place + 1;
    else if (nesting === 1 && open.length < maxNesting)
      open.push({ name, block, place: starts.length - 1 });
  };
  for (const [index, block] of blocks.entries()) {
    if (open.length > 0 && isEnd(block)) endAll();
    starts.push(index);
    const tags = block[0]?.type === 'html_block' ? tagsIn(block[0].content) : [];
    for (const tag of tags) if (wrappers.has(tag.name)) readTag(block, tag);
  }
  endAll();
  const joined = starts.map((start, at) => {
    const next = starts[at + 1] ?? blocks.length;
    return next === start + 1 ? (blocks[start] ?? []) : blocks.slice(start, next).flat();
  });
  return { blocks: joined, unclosed };
}

/** Elements that people put around whole sections. */
const wrappers = new Set([
  ...['details', 'div', 'center', 'table', 'blockquote', 'section', 'article', 'aside', 'figure'],
  ...['ul', 'ol', 'dl'],
]);
