import type { Note, Sanitise } from '../past/past-release.ts';
import { toHtml, toInlineHtml } from './markdown.ts';
import { readOutline } from './outline.ts';
import type { TextOptions } from './parser.ts';
import { notesOf, parseText, withFootnotes } from './references.ts';

export interface RenderOptions extends TextOptions {
  /** Without it, the HTML is not sanitised. */
  sanitise?: Sanitise;
  /** Whether a single paragraph is rendered without its `<p>` tags. */
  isInline?: boolean;
  /** Line of the source file that is the first line of the text. */
  firstLine?: number;
}

/** Renders a whole text to HTML. */
export function renderMarkdown(
  text: string,
  { isInline = false, firstLine = 1, sanitise = (html) => html, ...options }: RenderOptions = {},
): { html: string; notes: Note[] } {
  const { blocks, references } = readOutline(text, options);
  parseText(blocks, references);
  const html = (isInline ? toInlineHtml : toHtml)(withFootnotes(blocks, references, new Map()));
  const { problems } = references;
  const clean = sanitise(html.trim(), (why) =>
    problems.push({ line: 0, what: `shown as plain text: ${why}` }),
  );
  return { html: clean.trim(), notes: notesOf(references, firstLine) };
}
