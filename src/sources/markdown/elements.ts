import type { Block } from './markdown.ts';
import { tagsIn } from './raw-tags.ts';

/**
 * Joins the blocks of each element that begins and ends in different blocks, such as `<details>`.
 * @param isEnd whether a block ends all elements above it
 * @returns `unclosed`: for each such end, the first element that was still open, with its block
 */
export function joinElements(blocks: readonly Block[], isEnd: (block: Block) => boolean) {
  const { lastOf, unclosed } = findElements(blocks, isEnd);
  const joined: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    let last = at;
    for (let next = at; next <= last; next += 1) last = Math.max(last, lastOf.get(next) ?? 0);
    joined.push(blocks.slice(at, last + 1).flat());
    at = last + 1;
  }
  return { blocks: joined, unclosed };
}

/** Finds elements, by the index of their first block. */
function findElements(blocks: readonly Block[], isEnd: (block: Block) => boolean) {
  const lastOf = new Map<number, number>();
  const unclosed: { name: string; block: Block }[] = [];
  let open = new Map<string, number[]>();
  for (const [at, block] of [...blocks, undefined].entries()) {
    if (!block || isEnd(block)) {
      unclosed.push(...firstOf(open, blocks));
      open = new Map();
    }
    for (const { name, isEndTag } of wrapperTags(block)) {
      const starts = open.get(name) ?? [];
      open.set(name, starts);
      if (isEndTag) lastOf.set(starts.pop() ?? at, at);
      else starts.push(at);
    }
  }
  return { lastOf, unclosed };
}

function wrapperTags(block: Block | undefined) {
  const [first] = block ?? [];
  const tags = first?.type === 'html_block' ? tagsIn(first.content) : [];
  return tags.filter(({ name }) => wrappers.has(name));
}

/** The first of the elements that are open. */
function firstOf(open: ReadonlyMap<string, number[]>, blocks: readonly Block[]) {
  return [...open]
    .flatMap(([name, [at]]) => (at === undefined ? [] : { name, at, block: blocks[at] ?? [] }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 1);
}

/** Elements that people put around whole sections. */
const wrappers = new Set([
  ...['details', 'div', 'center', 'table', 'blockquote', 'section', 'article', 'aside', 'figure'],
  ...['ul', 'ol', 'dl'],
]);
