import type { Env, Token } from 'markdown-it';
import { joinElements } from './elements.ts';
import { type Block, plainBlock, splitBlocks } from './markdown.ts';
import { blockParser, maxNesting, unclosedIn } from './parser.ts';
import { type References, takeReferences } from './references.ts';

/** A Markdown heading. */
export interface Heading {
  /** Counted from 0. */
  line: number;
  /** Number of lines. An underlined heading has at least two. */
  height: number;
  /** From 1, the highest level, to 6. */
  level: number;
  /** Markdown of the heading, without `#` marks or the underline. */
  text: string;
}

export interface Outline {
  /** The blocks of the file. Their text is not parsed yet. */
  blocks: Block[];
  /** Headings in lists, quotations, code and raw HTML. */
  hidden: Heading[];
  /** Parts that readers see otherwise than meant, with their lines, counted from 0. */
  problems: { line: number; what: string }[];
  references: References;
}

/**
 * Parses the blocks of a text. An element such as `<details>` is one block with the headings inside
 * it.
 * @param endsElements whether a heading ends the elements above it, because it begins a new version
 */
export function readOutline(
  text: string,
  endsElements: (heading: Heading) => boolean = () => false,
): Outline {
  const lines = linesOf(text);
  const env: Env = {};
  const tokens = blockParser.parse(lines.join('\n'), env);
  const { references, rest } = takeReferences(tokens, env.references);
  const { blocks, unclosed } = joinElements(splitBlocks(rest), (block) => {
    const heading = headingOf(block);
    return heading !== undefined && endsElements(heading);
  });
  const isTooDeep = (block: Block) => block.some(({ level }) => level >= maxNesting - 1);
  const inCode = tokens.flatMap((token) => findInCode(token, lines));
  const nested = tokens.flatMap((token, at) =>
    token.level > 0 ? (headingOf([token, ...tokens.slice(at + 1, at + 2)]) ?? []) : [],
  );
  return {
    blocks: blocks.map((block) =>
      isTooDeep(block) ? plainBlock(linesOfBlock(block, lines)) : block,
    ),
    hidden: [...nested, ...inCode],
    problems: [
      ...Array.from(unclosedIn(env), ([start, line]) => ({
        line,
        what: `${start} is not closed, so it is shown as text`,
      })),
      ...unclosed.map(({ name, block }) => ({
        line: lineOf(block),
        what: `<${name}> is not closed, so it was closed at the end of its version`,
      })),
      ...blocks.filter(isTooDeep).map((block) => ({
        line: lineOf(block),
        what: 'shown as plain text: it is nested too deeply',
      })),
    ],
    references,
  };
}

function lineOf(block: Block): number {
  return block[0]?.map?.[0] ?? 0;
}

function linesOfBlock(block: Block, lines: readonly string[]): string {
  const end = block.reduce((last, { map }) => Math.max(last, map?.[1] ?? 0), 0);
  return lines.slice(lineOf(block), end).join('\n');
}

/** Splits text at any kind of line break and drops a byte order mark. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** The heading that a block is. */
export function headingOf([first, content]: Block): Heading | undefined {
  if (first?.type !== 'heading_open' || !first.map) return undefined;
  const [line, end] = first.map;
  const text = content?.content ?? '';
  return { line, height: end - line, level: Number(first.tag.slice(1)), text };
}

/** Finds lines of code and raw HTML that look like headings. */
function findInCode({ type, map }: Token, lines: readonly string[]): Heading[] {
  if (!map || !(type === 'fence' || type === 'html_block')) return [];
  const [from, to] = map;
  return lines.slice(from, to).flatMap((text, index) => {
    const [, marks = '', rest = ''] = /^ {0,3}(#{1,6})[ \t]+(.*)$/s.exec(text) ?? [];
    const level = marks.length;
    return level > 0 ? { line: from + index, height: 1, level, text: rest.trim() } : [];
  });
}
