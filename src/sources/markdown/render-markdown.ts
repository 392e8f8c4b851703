import type { Note } from '../past/past-release.ts';
import { toHtml, toInlineHtml } from './markdown.ts';
import { readOutline } from './outline.ts';
import { notesOf, parseText, withFootnotes } from './references.ts';

/**
 * Renders a whole text to HTML that is not sanitised.
 * @param isInline whether a single paragraph is rendered without its `<p>` tags
 * @param firstLine line of the source file that is the first line of the text
 */
export function renderMarkdown(
  text: string,
  isInline = false,
  firstLine = 1,
): { html: string; notes: Note[] } {
  const { blocks, references } = readOutline(text);
  parseText(blocks, references);
  const html = (isInline ? toInlineHtml : toHtml)(withFootnotes(blocks, references, new Map()));
  return { html: html.trim(), notes: notesOf(references, firstLine) };
}
