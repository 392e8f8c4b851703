import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { taskMarks } from '../../model/content/content.ts';
import { toInlineHtml } from '../markdown/markdown.ts';

/** Whether there is a list, and nothing that a reader would see beside lists. */
export function isList(blocks: readonly RootContent[]): boolean {
  const seen = blocks.filter(isSeen);
  return seen.length > 0 && seen.every(({ type }) => type === 'list');
}

/**
 * The blocks of a section as changes, in HTML: each item of a list is one, and so is what stands
 * between two lists.
 * @param about a heading inside the section, which then stands before each of its changes
 */
export function contentsOf(blocks: readonly RootContent[], about: string): string[] {
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
  return withStart(children, [{ type: 'text', value }]);
}

function write(blocks: RootContent[], about: string): string {
  const strong: PhrasingContent = {
    type: 'strong',
    children: [{ type: 'text', value: `${about}:` }],
  };
  return toInlineHtml(
    about === '' ? blocks : withStart(blocks, [strong, { type: 'text', value: ' ' }]),
  );
}

/** Blocks whose first paragraph begins with something; they get one where they have none. */
function withStart(blocks: readonly RootContent[], start: PhrasingContent[]): RootContent[] {
  const [first, ...rest] = blocks;
  if (first?.type === 'paragraph')
    return [{ ...first, children: [...start, ...first.children] }, ...rest];
  return [{ type: 'paragraph', children: start }, ...blocks];
}
