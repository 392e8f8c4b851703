type Path = readonly PropertyKey[];

/**
 * Where in a JSON value a text is such, as a path; undefined where none is. The name of a property
 * is a text, too, and stands at the end of its own path.
 */
export function textAt(
  value: unknown,
  isSuch: (text: string) => boolean,
  path: Path = [],
): Path | undefined {
  if (typeof value === 'string') return isSuch(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const here = [...path, key];
    if (typeof key === 'string' && isSuch(key)) return here;
    const found = textAt(value[key as keyof typeof value], isSuch, here);
    if (found) return found;
  }
  return undefined;
}

/** Whether a text holds the character U+0000, which PostgreSQL keeps in no text. */
export function hasZero(text: string): boolean {
  return text.includes('\0');
}

/**
 * Where in a JSON value a text holds half a character (a lone surrogate, which JSON may write as
 * `"\\ud800"`), as a path; undefined where none does. UTF-8 has no bytes for one: a database or a
 * file would keep U+FFFD in its place.
 */
export function illFormedAt(value: unknown): readonly PropertyKey[] | undefined {
  return textAt(value, (text) => !text.isWellFormed());
}
