export interface Fit {
  /**
   * Maximum size of the text in UTF-8 bytes. This also suits limits that count characters, because
   * a text never has more characters than bytes.
   */
  bytes: number;
  /** Formats the last line of a shortened text. `count` is the number of omitted list items. */
  rest: (count: number) => string;
}

/**
 * Joins lines into a text of at most `bytes` bytes. If not all lines fit, the text ends with a line
 * that says how many list items (lines that start with `- `) were omitted.
 */
export function fitLines(lines: readonly string[], { bytes, rest }: Fit): string {
  const text = `${lines.join('\n')}\n`;
  if (Buffer.byteLength(text) <= bytes) return text;
  const room = bytes - Buffer.byteLength(`\n${rest(lines.length)}\n`);
  const end = endWithin(lines, room);
  const cut = lines.slice(end).filter((line) => line.startsWith('- ')).length;
  return `${[...lines.slice(0, end), '', rest(cut)].join('\n')}\n`;
}

/** Number of lines, from the first one, that fit into `room` bytes. */
function endWithin(lines: readonly string[], room: number): number {
  let used = 0;
  for (const [index, line] of lines.entries()) {
    used += Buffer.byteLength(line) + 1;
    if (used > room) return index;
  }
  return lines.length;
}
