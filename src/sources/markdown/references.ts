import type { Env, Token } from 'markdown-it';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Note } from '../past/past-release.ts';
import { type Block, parseInline, splitBlocks, toHtml, toInlineHtml } from './markdown.ts';
import { blockParser, footnoteId, labelOf } from './parser.ts';

/** The links and footnotes that a file defines. Any text of the file may refer to them. */
export interface References {
  /** Link definitions (CommonMark 0.31, 4.7), by normalised label. */
  links: NonNullable<Env['references']>;
  /** The footnotes of each label, in the order of the file. */
  notes: ReadonlyMap<string, Footnote[]>;
  /** The labels of the footnotes, in the form of the parser. */
  labels: object;
}

interface Footnote {
  label: string;
  /** Line of the definition, counted from 0. */
  line: number;
  blocks: Block[];
  text: string;
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
  const byLabel = Map.groupBy(notes, ({ label }) => label);
  return { references: { links, notes: byLabel, labels }, rest };
}

function toFootnote(label: string, tokens: readonly Token[]): Footnote {
  const text = tokens.map(({ content }) => content).join(' ');
  const line = tokens[0]?.map?.[0] ?? 0;
  return { label, line, blocks: splitBlocks(tokens), text, isPlaced: false };
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
  /** Numbers a reference. Returns its footnote if that has to follow the text. */
  const place = (reference: Token, line: number): Footnote[] => {
    const note = findNote(labelOf(reference), line, references);
    if (!note) return [];
    const isNew = !numbers.has(note);
    if (isNew) numbers.set(note, numbers.size + 1);
    reference.content = String(numbers.get(note));
    if (!isNew || (note.isPlaced && note.text.length > maxCopied)) return [];
    if (!note.isPlaced) parseText(note.blocks, references);
    note.isPlaced = true;
    return [note];
  };
  const writeNotes = (blocks: readonly Block[]): string => {
    const shown = placeAll(blocks, place);
    // A footnote may refer to others, which then follow it.
    for (const note of shown) for (const next of placeAll(note.blocks, place)) shown.push(next);
    return shown
      .map((note) => {
        const number = String(numbers.get(note));
        const html = toInlineHtml(note.blocks);
        return `<div id="${footnoteId(number)}"><sup>${number}</sup> ${html}</div>\n`;
      })
      .join('');
  };
  const writer = (toHtml: (blocks: readonly Block[]) => string) => (blocks: readonly Block[]) => {
    const notes = references.notes.size > 0 ? writeNotes(blocks) : '';
    return toHtml(blocks) + notes;
  };
  return { toHtml: writer(toHtml), toInlineHtml: writer(toInlineHtml) };
}

function placeAll(
  blocks: readonly Block[],
  place: (reference: Token, line: number) => Footnote[],
): Footnote[] {
  return blocks.flat().flatMap(({ children, map }) => {
    const references = children?.filter(({ type }) => type === 'footnote_ref') ?? [];
    return references.flatMap((reference) => place(reference, map?.[0] ?? 0));
  });
}

/**
 * If a label has several footnotes, as in a changelog that numbers them for each version, the next
 * one below the text applies, and below the last one the last.
 */
function findNote(label: string, line: number, { notes }: References): Footnote | undefined {
  const own = notes.get(label) ?? [];
  let [from, to] = [0, own.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((own[middle]?.line ?? 0) >= line) to = middle;
    else from = middle + 1;
  }
  return own[from];
}

/**
 * Maximum length of a footnote that several releases show. Otherwise, a long footnote could be
 * copied thousands of times.
 */
const maxCopied = 300;

/** Notes about the footnotes that no text shows. */
export function describeLostFootnotes({ notes }: References, firstLine: number): Note[] {
  return [...notes.values()]
    .flat()
    .filter(({ isPlaced }) => !isPlaced)
    .map(({ label, line, text }) => {
      const start = shorten(oneLine(text), 200);
      const what = `left out the footnote “[^${label}]: ${start}”, because no text refers to it`;
      return { line: line + firstLine, what, isLeftOut: true };
    });
}
