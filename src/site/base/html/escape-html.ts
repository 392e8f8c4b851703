/** Escapes plain text for HTML. */
export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** Escapes plain text for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeQuotes(escapeText(text));
}

/**
 * Escapes the double quotes of HTML text, for use in an attribute. The rest of the text is already
 * escaped.
 */
export function escapeQuotes(html: string): string {
  return html.replaceAll('"', '&quot;');
}

/** A link with a plain text. */
export function link(href: string, text: string): string {
  return `<a href="${escapeAttribute(href)}">${escapeText(text)}</a>`;
}
