/**
 * Names of files that data refers to as `/files/<name>`, in addresses or HTML, on any host,
 * percent-encoded or not. May include names that do not exist.
 */
export function referredFiles(data: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  // In JSON, a quotation mark within a text is escaped with a backslash, so both characters end a
  // name. In an unquoted attribute, the name is the first word.
  for (const [, quoted = ''] of JSON.stringify(data).matchAll(/\/files\/([^"'\\<>?#]+)/g))
    for (const name of [quoted, quoted.split(/\s/)[0] ?? ''].flatMap(namesIn)) names.add(name);
  return names;
}

/**
 * Names of files that data certainly refers to at this service: `/files/<name>` as an address of
 * its own or in an HTML attribute.
 */
export function ownFiles(data: unknown): ReadonlySet<string> {
  const attribute = String.raw`\b(?:src|href|poster)\s*=\s*`;
  const quoted = String.raw`(?<quoted>"(?:url|avatar_url)":"|${attribute}(?:\\"|'))`;
  const address = new RegExp(String.raw`(?:${quoted}|${attribute})/files/([^"'\\<>?#]+)`, 'gi');
  const found = [...JSON.stringify(data).matchAll(address)].flatMap(({ 2: name = '', groups }) =>
    namesIn(groups?.quoted ? name : (name.split(/\s/)[0] ?? '')),
  );
  return new Set(found);
}

/** No file name holds U+0000, and PostgreSQL rejects it. */
function namesIn(address: string): string[] {
  const text = address.replaceAll('&amp;', '&');
  try {
    const name = decodeURIComponent(text);
    return name.includes('\0') ? [] : [name];
  } catch {
    return [text];
  }
}
