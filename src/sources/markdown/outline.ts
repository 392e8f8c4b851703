import type { Token } from 'markdown-it';
import { joinElements } from './elements.ts';
import { type Block, splitBlocks } from './markdown.ts';
import { blockParser, type TextOptions } from './parser.ts';
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

/**
 * Parses the blocks of a text. An element such as `<details>` is one block with the headings inside
 * it.
 * @returns `blocks`: the blocks of the file, whose text is not parsed yet. `hidden`: headings in
 * lists, quotations, code and raw HTML
 * @param options how the texts of the blocks are read
 * @param endsElements whether a heading ends the elements above it, because it begins a new version
 */
export function readOutline(
  text: string,
  options: TextOptions = {},
  endsElements: (heading: Heading) => boolean = () => false,
) {
  const source = unifyLines(text);
  const env: References['env'] = { ...options, unclosed: new Map() };
  const tokens = blockParser.parse(source, env);
  const { references, rest } = takeReferences(tokens, env);
  // A heading without text says nothing.
  const seen = splitBlocks(rest).filter((block) => headingOf(block)?.text !== '');
  const { blocks, unclosed } = joinElements(seen, (block) => {
    const heading = headingOf(block);
    return heading !== undefined && endsElements(heading);
  });
  const hidden = findHidden(tokens, source);
  references.problems.push(
    ...Array.from(env.unclosed, ([start, line]) => ({
      line,
      what: `${start} is not closed, so it is shown as text`,
    })),
    ...unclosed.map(({ name, block }) => ({
      line: block[0]?.map?.[0] ?? 0,
      what: `<${name}> is not closed, so it was closed at the end of its version`,
    })),
  );
  return { blocks, hidden, references };
}

/** Writes any kind of line break as a line feed, and drops a byte order mark. */
export function unifyLines(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

export function linesOf(text: string): string[] {
  return unifyLines(text).split('\n');
}

/** The heading that a block is. */
export function headingOf([first, content]: Block): Heading | undefined {
  if (first?.type !== 'heading_open' || !first.map) return undefined;
  const [line, end] = first.map;
  const text = content?.content ?? '';
  return { line, height: end - line, level: Number(first.tag.slice(1)), text };
}

/** A heading and the blocks below it, up to the next heading. */
export interface Section {
  /** Level and Markdown of the heading: 0 and empty above the first heading. */
  level: number;
  text: string;
  /** The block of the heading. */
  title: Block[];
  below: Block[];
}

/** Splits blocks at headings. Any section may be empty. */
export function splitSections(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ level: 0, text: '', title: [], below: [] }];
  for (const block of blocks) {
    const heading = headingOf(block);
    if (heading) sections.push({ ...heading, title: [block], below: [] });
    else sections.at(-1)?.below.push(block);
  }
  return sections;
}

/** Finds headings in lists, quotations, code and raw HTML. */
function findHidden(tokens: readonly Token[], source: string): Heading[] {
  const hidden: Heading[] = [];
  let lines: string[] | undefined;
  for (const [at, token] of tokens.entries()) {
    const { type, level } = token;
    if (type === 'fence' || type === 'html_block') {
      lines ??= source.split('\n');
      for (const one of findInCode(token, lines)) hidden.push(one);
    } else if (type === 'heading_open' && level > 0) {
      const heading = headingOf(tokens.slice(at, at + 2));
      if (heading) hidden.push(heading);
    }
  }
  return hidden;
}

/** Finds lines of code and raw HTML that look like headings. */
function findInCode({ type, map }: Token, lines: readonly string[]): Heading[] {
  const [from, to] = map ?? [0, 0];
  return lines.slice(from, to).flatMap((line, index) => {
    const [, marks = '', rest = ''] = /^ {0,3}(#{1,6})[ \t]+(.*)$/s.exec(line) ?? [];
    const html = marks === '' && type === 'html_block' ? htmlHeading.exec(line) : null;
    const [, level = marks.length, text = rest] = html ?? [];
    if (Number(level) === 0) return [];
    return { line: from + index, height: 1, level: Number(level), text: text.trim() };
  });
}

/** Matches a heading in HTML, which may be inside other elements, such as `<div align="center">`. */
const htmlHeading = /^\s*(?:<[a-z][^<>]*>\s*){0,3}?<h([1-6])(?:\s[^<>]*)?>(.*?)(?:<\/h[1-6]|$)/i;
