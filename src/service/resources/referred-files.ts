import { hasZero } from '../http/details.ts';

/**
 * The names of the files that a data set refers to, as `/files/<name>`: as an address of its own or
 * within HTML, on any host, percent-encoded or not. Names that are none may be among them.
 */
export function referredFiles(data: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  // In JSON a quotation mark within a text has a backslash before it, so either ends a name.
  // Of an attribute without quotation marks, the name is its first word.
  for (const [, quoted = ''] of JSON.stringify(data).matchAll(/\/files\/([^"'\\<>?#]+)/g))
    for (const name of [quoted, quoted.split(/\s/)[0] ?? ''].flatMap(namesIn)) names.add(name);
  return names;
}

/**
 * The names of those files that are shown or led to for certain, and at whatever address the
 * service has: `/files/<name>` as an address of its own, or in an attribute of HTML that names one.
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

/** None where it holds U+0000: no file is called so, and PostgreSQL is asked of no such text. */
function namesIn(address: string): string[] {
  const text = address.replaceAll('&amp;', '&');
  try {
    const name = decodeURIComponent(text);
    return hasZero(name) ? [] : [name];
  } catch {
    return [text];
  }
}
