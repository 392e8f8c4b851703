import { ambiguousDate, type FoundDate, findDate, toAsciiForms } from '../../lib/text/find-date.ts';
import type { Block } from '../markdown/markdown.ts';
import { headingOf } from '../markdown/outline.ts';
import { withoutTags } from '../markdown/raw-tags.ts';
import labels from './date-labels.json' with { type: 'json' };

/**
 * Reads the date from the first line of a version's text that readers see, such as `_2026-03-08_`, `* Release Mar 8,
 * 2026` or `> Published on 8 March 2026`. The line is removed if it says nothing else.
 */
export function takeDate(blocks: Block[]): FoundDate | undefined {
  const place = blocks.findIndex((block) => !isUnseen(block));
  const first = blocks[place] ?? [];
  const at = first.findIndex(({ type }) => type === 'inline');
  const inline = first[at];
  if (!inline) return undefined;
  const [line = '', ...more] = inline.content.split('\n');
  const found = readDateLine(line);
  // A heading that says more is the beginning of a section.
  if (headingOf(first) && !found?.isAlone) return undefined;
  if (!found?.isAlone || found.day === undefined) return found;
  inline.content = more.join('\n');
  if (inline.content !== '') return found;
  // Removes the paragraph, and the item or quotation that is empty without it.
  const rest = [...first];
  let [from, to] = [at, at];
  while (rest[from - 1]?.nesting === 1 && rest[to + 1]?.nesting === -1)
    [from, to] = [from - 1, to + 1];
  rest.splice(from, to - from + 1);
  blocks.splice(place, 1, ...(rest.length > 0 ? [rest] : []));
  return found;
}

/** Whether readers see nothing of a block: it is a comment, or an anchor such as `<a id="1.0.0">`. */
function isUnseen(block: Block): boolean {
  return block.every(({ content }) => withoutTags(content).trim() === '');
}

function readDateLine(line: string): (FoundDate & { isAlone: boolean }) | undefined {
  if (line.length > maxLength) return undefined;
  const text = toAsciiForms(line).replace(/[*_`]/g, '').trim();
  const rest = text.replace(label, '');
  const bare = rest.replace(/^[\s([]+|[\s)\].,;]+$/g, '');
  if (ambiguousDate.test(bare)) return { day: undefined, written: bare, isAlone: true };
  const date = findDate(rest, true);
  const start = date ? rest.indexOf(date.written) : -1;
  if (!date || !/^[\s([]*$/.test(rest.slice(0, start))) return undefined;
  const after = rest.slice(start + date.written.length);
  const isAlone = !/[\p{L}\p{N}]/u.test(after);
  // Otherwise, the date is the beginning of a sentence.
  const isApart =
    isAlone ||
    /^[\s)\]]*(?:[-–—,;:|(·•/]|by\s)/.test(after) ||
    (rest !== text && /^\.\s/.test(after));
  return isApart ? { ...date, isAlone } : undefined;
}

const maxLength = 300;

/** Words before a date, in the languages of the site, as a pattern. */
const labelled = `(?:${Object.values(labels).flat().join('|')})\\s*[:：–—-]?\\s*`;
const label = new RegExp(`^${labelled}`, 'iu');

/** Matches a text that has nothing but such words. */
export const labelAlone = new RegExp(`^(?:${labelled})?$`, 'iu');

/** Matches such words at the end of the text before a date. */
export const labelAtEnd = new RegExp(`(?<![\\p{L}\\p{N}])(?:${labelled}|@\\s*)$`, 'iu');
