import { readOutline } from './outline.ts';
import { createWriter, parseText } from './references.ts';

/**
 * Renders a whole text to HTML that is not sanitised.
 * @returns `problems`: parts that readers see otherwise than meant, with lines counted from 0
 */
export function renderMarkdown(text: string) {
  const { blocks, references, problems } = readOutline(text);
  const refused = Array.from(parseText(blocks, references), ([why, line]) => ({
    line,
    what: `shown as plain text: ${why}`,
  }));
  const { toHtml, toInlineHtml } = createWriter(references);
  return {
    /** @param isInline whether a single paragraph is rendered without its `<p>` tags */
    html: (isInline = false) => (isInline ? toInlineHtml : toHtml)(blocks).trim(),
    problems: [...problems, ...refused],
    references,
  };
}
