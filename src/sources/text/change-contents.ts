import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { taskMarks } from '../../model/content/content.ts';
import { toInlineHtml } from '../markdown/markdown.ts';

/** Whether all visible blocks are lists. */
export function isList(blocks: readonly RootContent[]): boolean {
  const seen = blocks.filter(isSeen);
  return seen.length > 0 && seen.every(({ type }) => type === 'list');
}

/**
 * Splits a section into changes as HTML. Each list item becomes a change, and so does the text
 * between two lists.
 * @param about sub-heading that is repeated in front of each change; empty if there is none
 */
export function splitChanges(blocks: readonly RootContent[], about: string): string[] {
  const contents: RootContent[][] = [];
  let between: RootContent[] = [];
  const flush = () => {
    if (between.some(isSeen)) contents.push(between);
    between = [];
  };
  for (const block of blocks) {
    if (block.type === 'list') {
      flush();
      contents.push(...block.children.map(itemBlocks));
    } else if (block.type !== 'thematicBreak') between.push(block);
  }
  flush();
  return contents.filter((content) => content.length > 0).map((content) => write(content, about));
}

function isSeen(block: RootContent): boolean {
  if (block.type === 'html') return !/^\s*<!--/.test(block.value);
  return block.type !== 'definition' && block.type !== 'thematicBreak';
}

function itemBlocks({ children, checked }: ListItem): RootContent[] {
  if (typeof checked !== 'boolean') return children;
  const value = `${checked ? taskMarks.done : taskMarks.open} `;
  return prepend(children, [{ type: 'text', value }]);
}

function write(blocks: RootContent[], about: string): string {
  const strong: PhrasingContent = {
    type: 'strong',
    children: [{ type: 'text', value: `${about}:` }],
  };
  return toInlineHtml(
    about === '' ? blocks : prepend(blocks, [strong, { type: 'text', value: ' ' }]),
  );
}

/**
 * Adds text at the start of the first block if that is a paragraph, otherwise as a new paragraph.
 */
function prepend(blocks: readonly RootContent[], start: PhrasingContent[]): RootContent[] {
  const [first, ...rest] = blocks;
  if (first?.type === 'paragraph')
    return [{ ...first, children: [...start, ...first.children] }, ...rest];
  return [{ type: 'paragraph', children: start }, ...blocks];
}
