/**
 * The names of the files that a data set refers to, as `/files/<name>`: as an address of its own or
 * within HTML, on any host, percent-encoded or not. Names that are none may be among them.
 */
export function referredFiles(data: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  // In JSON a quotation mark within a text has a backslash before it, so either ends a name.
  // Of an attribute without quotation marks, the name is its first word.
  for (const [, quoted = ''] of JSON.stringify(data).matchAll(/\/files\/([^"'\\<>?#]+)/g))
    for (const address of [quoted, quoted.split(/\s/)[0] ?? '']) names.add(nameIn(address));
  return names;
}

function nameIn(address: string): string {
  const text = address.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
