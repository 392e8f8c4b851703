/** The link definitions of a Markdown text, such as `[label]: https://example.com`, by label. */
export type Definitions = ReadonlyMap<string, Definition>;

interface Definition {
  line: string;
  url: string;
}

/** Matches a definition on one line, `[label]: address` (CommonMark 0.31, 4.7). */
const definition = /^ {0,3}\[(?!\^)([^[\]]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})>?/;

/** Finds all link definitions. If a label has several, the first one applies. */
export function findDefinitions(lines: readonly string[]): Definitions {
  const found = new Map<string, Definition>();
  for (const line of lines) {
    const [, label = '', url = ''] = definition.exec(line) ?? [];
    const key = fold(label);
    if (key !== '' && line.length <= maxLineLength && !found.has(key))
      found.set(key, { line, url });
  }
  return found;
}

/** Prepends the link definitions that a section uses, so that the section can be parsed alone. */
export function addDefinitions(text: string, definitions: Definitions): string {
  if (definitions.size === 0) return text;
  const labels = new Set(
    [...text.matchAll(/\[([^[\]\n]{1,200})\]/g)].map(([, label = '']) => fold(label)),
  );
  const needed = [...labels].flatMap((label) => definitions.get(label)?.line ?? []);
  return needed.length === 0 ? text : `${needed.join('\n')}\n\n${text}`;
}

export function addressOf(label: string, definitions: Definitions): string | undefined {
  return definitions.get(fold(label))?.url;
}

/**
 * Maximum length of a definition's line. Longer definitions are ignored, because a definition is
 * copied into every section that uses it.
 */
const maxLineLength = 2500;

function fold(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
