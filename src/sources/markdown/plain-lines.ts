/** A code fence or comment that is never closed, so it is treated as text. */
interface Unclosed {
  line: number;
  what: 'fence' | 'comment';
}

export type PlainLines = ReturnType<typeof findPlainLines>;

/** Matches a code fence and captures its characters and its info string (CommonMark 0.31, 4.5). */
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/s;

/**
 * The start and end of raw HTML that may contain blank lines (CommonMark 0.31, 4.6, kinds 1 and 2).
 */
const raw = [
  { what: 'comment', start: /^ {0,3}<!--/, end: /-->/ },
  {
    what: 'comment',
    start: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i,
    end: /<\/(?:pre|script|style|textarea)>/i,
  },
] as const;

/**
 * Finds the lines outside of code and comments, since only they can be headings. A block without an
 * end would hide the rest of the file, so it is reported and treated as text.
 */
export function findPlainLines(lines: readonly string[]) {
  const hidden = new Uint8Array(lines.length);
  const unclosed: Unclosed[] = [];
  const find = createBlockFinder(lines);
  for (let at = 0; at < lines.length; at += 1) {
    const block = find(at);
    if (!block) continue;
    if (block.end === undefined) unclosed.push({ line: at, what: block.what });
    hidden.fill(1, at, (block.end ?? at) + 1);
    at = block.end ?? at;
  }
  return {
    /** Whether the line at this index is outside code, comments and raw HTML. */
    isPlain: (index: number) => hidden[index] === 0,
    unclosed,
  };
}

interface Block {
  what: Unclosed['what'];
  /** Index of the block's last line; undefined if the block has no end. */
  end: number | undefined;
}

/**
 * Creates a function that finds the block that begins at a line. Which blocks have an end is
 * computed beforehand: searching the rest of the text for each missing end would take quadratic
 * time.
 */
function createBlockFinder(lines: readonly string[]): (at: number) => Block | undefined {
  const closing = { '`': findClosingLengths(lines, '`'), '~': findClosingLengths(lines, '~') };
  const lastEnds = raw.map(({ end }) => lines.findLastIndex((line) => end.test(line)));
  return (at) => {
    const line = lines[at] ?? '';
    const [, run = '', info = ''] = fence.exec(line) ?? [];
    const char = run[0] as '`' | '~' | undefined;
    if (char && !(char === '`' && info.includes('`'))) {
      const isClosed = (closing[char][at + 1] ?? 0) >= run.length;
      const end = isClosed ? nextIndex(lines, at + 1, closes(run)) : undefined;
      return { what: 'fence', end };
    }
    const kind = raw.findIndex(({ start }) => start.test(line));
    const html = raw[kind];
    if (!html) return undefined;
    // The end may be in the same line as the start: `<!-->` is a complete comment in browsers.
    const isClosed = at <= (lastEnds[kind] ?? -1);
    const end = isClosed ? nextIndex(lines, at, (one) => html.end.test(one)) : undefined;
    return { what: html.what, end };
  };
}

/** For each line, the length of the longest closing fence on that line or further down. */
function findClosingLengths(lines: readonly string[], char: string): Int32Array {
  const longest = new Int32Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const [, run = '', info = ''] = fence.exec(lines[at] ?? '') ?? [];
    const length = run[0] === char && info.trim() === '' ? run.length : 0;
    longest[at] = Math.max(length, longest[at + 1] ?? 0);
  }
  return longest;
}

function closes(opening: string): (line: string) => boolean {
  return (line) => {
    const [, run = '', info = ''] = fence.exec(line) ?? [];
    return run[0] === opening[0] && run.length >= opening.length && info.trim() === '';
  };
}

function nextIndex(
  lines: readonly string[],
  from: number,
  is: (line: string) => boolean,
): number | undefined {
  for (let at = from; at < lines.length; at += 1) if (is(lines[at] ?? '')) return at;
  return undefined;
}
