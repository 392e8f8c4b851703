/** A block whose opening nothing closes; what follows is read as if it were none. */
interface Unclosed {
  line: number;
  what: 'fence' | 'comment';
}

export interface PlainLines {
  /** Whether a line, by its index, is none of code, comments and raw HTML. */
  isPlain: (index: number) => boolean;
  unclosed: Unclosed[];
}

/** A fence: its run of characters, and what is written behind it (CommonMark 0.31, 4.5). */
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/s;

/** Raw HTML that runs on over blank lines, and what ends it (CommonMark 0.31, 4.6, kinds 1 and 2). */
const raw = [
  { what: 'comment', start: /^ {0,3}<!--/, end: /-->/ },
  {
    what: 'comment',
    start: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i,
    end: /<\/(?:pre|script|style|textarea)>/i,
  },
] as const;

/**
 * Tells lines of text from those of code and comments, in which nothing is a heading. A block that
 * is never closed would swallow the rest of a file: it is named, and passed over.
 */
export function plainLines(lines: readonly string[]): PlainLines {
  const hidden = new Uint8Array(lines.length);
  const unclosed: Unclosed[] = [];
  const find = endFinder(lines);
  for (let at = 0; at < lines.length; at += 1) {
    const block = find(at);
    if (!block) continue;
    if (block.end === undefined) unclosed.push({ line: at, what: block.what });
    hidden.fill(1, at, (block.end ?? at) + 1);
    at = block.end ?? at;
  }
  return { isPlain: (index) => hidden[index] === 0, unclosed };
}

interface Block {
  what: Unclosed['what'];
  /** The index of its last line. */
  end: number | undefined;
}

/** Finds the block that begins at a line; looks ahead only where there is an end to be found. */
function endFinder(lines: readonly string[]): (at: number) => Block | undefined {
  const closing = { '`': longestClosing(lines, '`'), '~': longestClosing(lines, '~') };
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
    // The `-->` of `<!-->` counts, as it does for browsers.
    const isClosed = at <= (lastEnds[kind] ?? -1);
    const end = isClosed ? nextIndex(lines, at, (one) => html.end.test(one)) : undefined;
    return { what: html.what, end };
  };
}

/** For every line, the longest fence without words that stands there or below. */
function longestClosing(lines: readonly string[], char: string): Int32Array {
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
