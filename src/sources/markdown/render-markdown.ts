import type { Note } from '../past/past-release.ts';
import { toHtml, toInlineHtml } from './markdown.ts';
import { readOutline } from './outline.ts';
import type { TextOptions } from './parser.ts';
import { notesOf, parseText, withFootnotes } from './references.ts';

export interface RenderOptions extends TextOptions {
  /** Whether a single paragraph is rendered without its `<p>` tags. */
  isInline?: boolean;
  /** Line of the source file that is the first line of the text. */
  firstLine?: number;
}

/** Renders a whole text to HTML that is not sanitised. */
export function renderMarkdown(
  text: string,
  { isInline = false, firstLine = 1, ...options }: RenderOptions = {},
): { html: string; notes: Note[] } {
  const { blocks, references } = readOutline(text);
  references.options = options;
  parseText(blocks, references);
  const html = (isInline ? toInlineHtml : toHtml)(withFootnotes(blocks, references, new Map()));
  return { html: html.trim(), notes: notesOf(references, firstLine) };
}
