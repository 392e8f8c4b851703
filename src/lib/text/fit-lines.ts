export interface Fit {
  /** Of the text, at most: in UTF-8, as bytes are never fewer than characters. */
  bytes: number;
  /** The line that stands for so many items that had no room. */
  rest: (count: number) => string;
}

/** Lines as a text that ends where the next would be too much; items of lists are counted, and told. */
export function fitLines(lines: readonly string[], { bytes, rest }: Fit): string {
  const text = `${lines.join('\n')}\n`;
  if (Buffer.byteLength(text) <= bytes) return text;
  const room = bytes - Buffer.byteLength(`\n${rest(lines.length)}\n`);
  const end = endWithin(lines, room);
  const cut = lines.slice(end).filter((line) => line.startsWith('- ')).length;
  return `${[...lines.slice(0, end), '', rest(cut)].join('\n')}\n`;
}

/** How many of the lines fit. */
function endWithin(lines: readonly string[], room: number): number {
  let used = 0;
  for (const [index, line] of lines.entries()) {
    used += Buffer.byteLength(line) + 1;
    if (used > room) return index;
  }
  return lines.length;
}
