/**
 * Names of files to which data may refer with addresses such as `/files/<name>`, on any host and
 * also in HTML. Names may be percent-encoded. Some of these files may not exist.
 */
export function referredFiles(data: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  // In JSON, quotation marks within text are preceded by a backslash, so either character ends a
  // name. In an HTML attribute without quotation marks, a space ends the name, so the part before
  // the first space is also added to the result.
  for (const [, quoted = ''] of JSON.stringify(data).matchAll(/\/files\/([^"'\\<>?#]+)/g))
    for (const name of [quoted, quoted.split(/\s/)[0] ?? ''].flatMap(namesIn)) names.add(name);
  return names;
}

/**
 * Names of this service's files to which data certainly refers: by addresses that begin with
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
 * The decoded name; no name if it contains U+0000. PostgreSQL cannot store this character, so no
 * file has such a name.
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
