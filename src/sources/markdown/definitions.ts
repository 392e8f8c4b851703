/** What links of a whole text refer to, by their labels. */
export type Definitions = ReadonlyMap<string, Definition>;

interface Definition {
  /** The line that defines it. */
  line: string;
  url: string;
}

/** `[label]: address` (CommonMark 0.31, 4.7), in one line. */
const definition = /^ {0,3}\[(?!\^)([^[\]]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})>?/;

/** The first definition of each label holds. */
export function definitionsIn(lines: readonly string[]): Definitions {
  const found = new Map<string, Definition>();
  for (const line of lines) {
    const [, label = '', url = ''] = definition.exec(line) ?? [];
    const key = fold(label);
    if (key !== '' && line.length <= longest && !found.has(key)) found.set(key, { line, url });
  }
  return found;
}

/** A part of a text, with what its links refer to elsewhere before it. */
export function withDefinitions(text: string, definitions: Definitions): string {
  if (definitions.size === 0) return text;
  const labels = new Set(
    [...text.matchAll(/\[([^[\]\n]{1,200})\]/g)].map(([, label = '']) => fold(label)),
  );
  const needed = [...labels].flatMap((label) => definitions.get(label)?.line ?? []);
  return needed.length === 0 ? text : `${needed.join('\n')}\n\n${text}`;
}

/** Where a label leads to. */
export function addressOf(label: string, definitions: Definitions): string | undefined {
  return definitions.get(fold(label))?.url;
}

/** A longer one is not carried to where it is referred to. */
const longest = 2500;

function fold(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
