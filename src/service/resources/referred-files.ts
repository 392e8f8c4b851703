/**
 * Names of files that data may refer to. The references are addresses such as `/files/<name>` on
 * any host, also within HTML. Names may be percent-encoded. The result may include names of files
 * that do not exist.
 */
export function referredFiles(data: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  // In JSON, a backslash precedes each quotation mark of a text, so both characters end a name. In
  // an HTML attribute without quotation marks, a space ends the name, so the part before the first
  // space is added too.
  for (const [, quoted = ''] of JSON.stringify(data).matchAll(/\/files\/([^"'\\<>?#]+)/g))
    for (const name of [quoted, quoted.split(/\s/)[0] ?? ''].flatMap(namesIn)) names.add(name);
  return names;
}

/**
 * Names of files that data certainly refers to at this service: addresses that begin with
 * `/files/`, in address fields or HTML attributes.
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

/**
 * The decoded name. Omits names with U+0000: PostgreSQL cannot store this character, so no file has
 * such a name.
 */
function namesIn(address: string): string[] {
  const text = address.replaceAll('&amp;', '&');
  try {
    const name = decodeURIComponent(text);
    return name.includes('\0') ? [] : [name];
  } catch {
    return [text];
  }
}
