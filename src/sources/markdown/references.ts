import type { Token } from 'markdown-it';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Note } from '../past/past-release.ts';
import { type Block, isParagraph } from './markdown.ts';
import {
  blockParser,
  createToken,
  type Env,
  inlineParser,
  labelOf,
  type TextOptions,
} from './parser.ts';

/** The links and footnotes that a file defines. Any text of the file may refer to them. */
export interface References {
  /**
   * The environment of the parser: how the texts are read, the link definitions (CommonMark 0.31,
   * 4.7), and the labels of footnotes.
   */
  env: Env & TextOptions;
  /** The footnotes of each label, in the order of the file. */
  notes: ReadonlyMap<string, Footnote[]>;
  /** Parts of the file that readers see otherwise than meant, with lines counted from 0. */
  problems: { line: number; what: string }[];
}

type Footnote = ReturnType<typeof toFootnote>;

/**
 * Takes the footnotes out of the tokens of a file.
 * @returns `rest`: the other tokens
 */
export function takeReferences(
  tokens: readonly Token[],
  env: References['env'],
): { references: References; rest: readonly Token[] } {
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
  const byLabel = Map.groupBy(notes, ({ label }) => label);
  return { references: { env, notes: byLabel, problems: [] }, rest };
}

function toFootnote(label: string, tokens: readonly Token[]) {
  const text = tokens.map(({ content }) => content).join(' ');
  // Counted from 0.
  const line = tokens[0]?.map?.[0] ?? 0;
  // Like the item of a tight list, a lone paragraph has no tags.
  const isHidden = isParagraph(tokens) && tokens.length === 3;
  for (const token of tokens) token.hidden = isHidden;
  return { label, line, block: tokens, text, isPlaced: false };
}

/** The address of a link definition. Matches labels as CommonMark does. */
export function addressOf(label: string, references: References | undefined): string | undefined {
  return references?.env.references?.[blockParser.utils.normalizeReference(label)]?.href;
}

/** Maximum number of Markdown delimiters, such as `*` or `[`, in one paragraph. */
const maxMarks = 2000;
const maxLength = 64 * 1024;

/**
 * Parses emphasis, links and the like. Paragraphs for which this would take quadratic time become
 * plain text, which is reported. A timeout would not do, because the same text must give the same
 * result on a slow machine.
 */
export function parseText(blocks: readonly Block[], { env, problems }: References): void {
  const state = new inlineParser.core.State('', inlineParser, env);
  state.tokens = blocks.flat();
  for (const token of state.tokens) {
    const why = token.type === 'inline' ? whyTooCostly(token.content) : undefined;
    if (why === undefined) continue;
    token.type = 'plain_text';
    problems.push({ line: token.map?.[0] ?? 0, what: `shown as plain text: ${why}` });
  }
  inlineParser.core.process(state);
}

function whyTooCostly(text: string): string | undefined {
  if (text.length > maxLength) return `a paragraph is longer than ${maxLength / 1024} KiB`;
  const marks = text.match(/[*_~[\]`<&]/g)?.length ?? 0;
  return marks > maxMarks ? `a paragraph has more than ${maxMarks} marks` : undefined;
}

/**
 * The parsed blocks of a text, followed by the footnotes to which they refer.
 * @param numbers numbers of the footnotes of the texts above, of the same release
 */
export function withFootnotes(
  blocks: readonly Block[],
  references: References,
  numbers: Map<Footnote, number>,
): Block[] {
  const all = [...blocks];
  if (references.notes.size === 0) return all;
  const place = (reference: Token, line: number) => {
    const note = findNote(labelOf(reference), line, references);
    if (!note) return;
    const number = numbers.get(note) ?? numbers.size + 1;
    reference.content = String(number);
    if (numbers.has(note) || (note.isPlaced && note.text.length > maxCopied)) return;
    numbers.set(note, number);
    if (!note.isPlaced) parseText([note.block], references);
    note.isPlaced = true;
    const start = `<div id="fn-${number}"><sup>${number}</sup> `;
    const html = (text: string) => createToken('html_block', '', 0, text);
    all.push([html(start), ...note.block, html('</div>\n')]);
  };
  // A footnote may refer to others, which then follow it.
  for (const block of all)
    for (const { children, map } of block)
      for (const child of children ?? [])
        if (child.type === 'footnote_ref') place(child, map?.[0] ?? 0);
  return all;
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

/**
 * Notes about what readers see otherwise than meant, and about footnotes that no text shows.
 * @param firstLine line of the source file that is line 0 of the parsed text
 */
export function notesOf({ notes, problems }: References, firstLine: number): Note[] {
  const lost = [...notes.values()].flat().filter(({ isPlaced }) => !isPlaced);
  return [
    ...problems.map(({ line, what }) => ({ line: line + firstLine, what })),
    ...lost.map(({ label, line, text }) => {
      const start = shorten(oneLine(text), 200);
      const what = `left out the footnote “[^${label}]: ${start}”, because no text refers to it`;
      return { line: line + firstLine, what, isLeftOut: true };
    }),
  ];
}
