/** Plain text as HTML that shows it. */
export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** A text as the value of an attribute, between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeQuotes(escapeText(text));
}

/** Text that HTML escapes already, as the value of an attribute, between double quotes. */
export function escapeQuotes(html: string): string {
  return html.replaceAll('"', '&quot;');
}
