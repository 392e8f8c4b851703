import type { Env, Token } from 'markdown-it';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Note } from '../past/past-release.ts';
import { type Block, parseInline, splitBlocks, toHtml, toInlineHtml } from './markdown.ts';
import { blockParser, footnoteId, labelOf } from './parser.ts';

/** The links and footnotes that a file defines. Any text of the file may refer to them. */
export interface References {
  /** Link definitions (CommonMark 0.31, 4.7), by normalised label. */
  links: NonNullable<Env['references']>;
  notes: readonly Footnote[];
  /** The labels of the footnotes, in the form of the parser. */
  labels: object;
}

interface Footnote {
  label: string;
  /** Line of the definition, counted from 0. */
  line: number;
  blocks: Block[];
  /** In characters. */
  size: number;
  isPlaced: boolean;
}

/**
 * Takes the footnotes out of the tokens of a file.
 * @returns `rest`: the other tokens
 */
export function takeReferences(
  tokens: readonly Token[],
  links: References['links'] = {},
): { references: References; rest: Token[] } {
  const notes: Footnote[] = [];
  const rest: Token[] = [];
  let open: { label: string; level: number; tokens: Token[] } | undefined;
  for (const token of tokens) {
    const isNote = token.type.startsWith('footnote_reference');
    if (!open && !isNote) rest.push(token);
    else if (!open) open = { label: labelOf(token), level: token.level, tokens: [] };
    else if (!isNote) open.tokens.push(token);
    else if (token.nesting === -1 && token.level === open.level) {
      notes.push(toFootnote(open.label, open.tokens));
      open = undefined;
    }
  }
  const labels = Object.fromEntries(notes.map(({ label }) => [`:${label}`, -1]));
  return { references: { links, notes, labels }, rest };
}

function toFootnote(label: string, tokens: readonly Token[]): Footnote {
  const size = tokens.reduce((sum, { content }) => sum + content.length, 0);
  const line = tokens[0]?.map?.[0] ?? 0;
  return { label, line, blocks: splitBlocks(tokens), size, isPlaced: false };
}

/** The address of a link definition. Matches labels as CommonMark does. */
export function addressOf(label: string, references: References | undefined): string | undefined {
  return references?.links[blockParser.utils.normalizeReference(label)]?.href;
}

/** Parses the text of blocks, as `parseInline` does. */
export function parseText(
  blocks: readonly Block[],
  { links, labels }: References,
): ReadonlyMap<string, number> {
  // The parser adds to an object that inherits the labels, so that each text has its own numbers.
  return parseInline(blocks, {
    references: links,
    footnotes: { refs: Object.create(labels) },
  });
}

/**
 * Renders the parsed texts of one release. A footnote follows the first text that refers to it, and
 * has the same number in all of them.
 */
export function createWriter(references: References) {
  const numbers = new Map<Footnote, number>();
  const writeNote = (reference: Token, line: number): string => {
    const note = findNote(labelOf(reference), line, references);
    if (!note) return '';
    const number = numbers.get(note) ?? numbers.size + 1;
    reference.content = String(number);
    if (numbers.has(note)) return '';
    numbers.set(note, number);
    if (!note.isPlaced) parseText(note.blocks, references);
    else if (note.size > maxCopied) return '';
    note.isPlaced = true;
    const more = writeNotes(note.blocks);
    return `<div id="${footnoteId(reference)}"><sup>${number}</sup> ${toInlineHtml(note.blocks)}</div>\n${more}`;
  };
  const writeNotes = (blocks: readonly Block[]): string =>
    blocks
      .flat()
      .flatMap(({ children, map }) =>
        (children ?? [])
          .filter(({ type }) => type === 'footnote_ref')
          .map((reference) => writeNote(reference, map?.[0] ?? 0)),
      )
      .join('');
  const writer = (toHtml: (blocks: readonly Block[]) => string) => (blocks: readonly Block[]) => {
    const notes = references.notes.length > 0 ? writeNotes(blocks) : '';
    return toHtml(blocks) + notes;
  };
  return { toHtml: writer(toHtml), toInlineHtml: writer(toInlineHtml) };
}

/**
 * If a label has several footnotes, as in a changelog that numbers them for each version, the next
 * one below the text applies.
 */
function findNote(label: string, line: number, { notes }: References): Footnote | undefined {
  const own = notes.filter((note) => note.label === label);
  return own.find((note) => note.line >= line) ?? own.at(-1);
}

/**
 * Maximum length of a footnote that several releases show. Otherwise, a long footnote could be
 * copied thousands of times.
 */
const maxCopied = 300;

/** Notes about the footnotes that no text shows. */
export function describeLostFootnotes({ notes }: References, firstLine: number): Note[] {
  return notes.flatMap(({ label, line, blocks, isPlaced }) => {
    if (isPlaced) return [];
    const text = shorten(
      oneLine(
        blocks
          .flat()
          .map(({ content }) => content)
          .join(' '),
      ),
      200,
    );
    const what = `left out the footnote “[^${label}]: ${text}”, because no text refers to it`;
    return { line: line + firstLine, what, isLeftOut: true };
  });
}
