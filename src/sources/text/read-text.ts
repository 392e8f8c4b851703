import type { Block } from '../markdown/markdown.ts';
import { toHtml, toInlineHtml } from '../markdown/markdown.ts';
import { type Section, splitSections } from '../markdown/outline.ts';
import { parseText, type References, withFootnotes } from '../markdown/references.ts';
import type { PastText, Sanitise } from '../past/past-release.ts';
import { endAtRule, isListOnly, splitChanges } from './change-contents.ts';
import { kindOfTitle, maybeTitle, titleOf } from './section-titles.ts';
import { splitAtTitles } from './title-parts.ts';

// Splits the blocks of a release into a body and changes. A section such as “Fixed” becomes changes
// of that type, and all other text becomes the body.

interface TextOptions {
  sanitise: Sanitise;
  references: References;
  /**
   * Whether a section with an unknown title becomes changes if it contains nothing but lists, or the
   * titles of which this is true.
   */
  ownTypes: boolean | ReadonlySet<string>;
}

/** Reads the blocks of a release. What readers see otherwise than meant is added to the references. */
export function readText(
  all: readonly Block[],
  { references, sanitise, ownTypes }: TextOptions,
): PastText {
  const refused = new Set<string>();
  const clean = (html: string) => sanitise(html, (why) => refused.add(why)).trim();
  const placed = [...placeSections(all, ownTypes)];
  parseText(
    placed.flatMap(({ blocks }) => blocks),
    references,
  );
  const note = (what: string, [first]: readonly Block[]) =>
    references.problems.push({ line: first?.[0]?.map?.[0] ?? 0, what });
  const numbers: Parameters<typeof withFootnotes>[2] = new Map();
  const write = (blocks: readonly Block[]) => withFootnotes(blocks, references, numbers);
  // The body is written first, because its footnotes come first.
  const inBody = placed.filter(({ type }) => type === undefined);
  const body = clean(toHtml(write(inBody.flatMap(({ blocks }) => blocks))));
  const changes = placed.flatMap((one) => {
    const { section, type, about, hasParts, blocks } = one;
    if (type === undefined) return [];
    const made = splitChanges(blocks, about)
      .map((content) => ({ type, content: clean(toInlineHtml(write(content))) }))
      .filter(({ content }) => content !== '');
    // The headings above may have no other text.
    const title = [type, about].filter(Boolean).join(': ');
    if (made.length === 0 && !hasParts)
      note(`“${title}”: has no text below it`, [...section.title, ...section.below]);
    return made;
  });
  for (const why of refused) note(`shown as plain text: ${why}`, all);
  return { body, changes };
}

/**
 * Assigns the blocks of each section to the body or to a type of change.
 * @returns `type`: the title of the type; undefined in the body. `about`: the titles of sub-headings
 * in a section of changes. `hasParts`: whether sub-headings of the section have texts of their own
 */
function* placeSections(all: readonly Block[], ownTypes: TextOptions['ownTypes']) {
  // Level of the highest heading in the body so far. A section below that level becomes changes
  // only if its title is well known.
  let ownBelow = Number.POSITIVE_INFINITY;
  // The section of a type of change, and the sections below it that the current one is in.
  let open: TitledSection[] = [];
  const sections = splitSections(all).flatMap(endAtRule).map(readTitle);
  for (const [index, section] of sections.entries()) {
    const { level, title, below } = section;
    open = open.filter((one) => one.level < level);
    if (open.length > 0 || isType(section, ownTypes, ownBelow)) open.push(section);
    else if (level > 0) ownBelow = Math.min(ownBelow, level);
    const [type, ...titles] = titlesOf(open);
    const next = sections[index + 1];
    const hasParts = next !== undefined && next.level > level && !isBreaking(next);
    const placed = { section, type, about: '', hasParts, blocks: title };
    if (type === undefined) yield placed;
    for (const { title, blocks } of splitAtTitles(below)) {
      const about = [...titles, title].filter(Boolean).join(': ');
      // A part of a section in the body may have a type of its own.
      yield { ...placed, ...(type === undefined ? { type: title } : { about }), blocks };
    }
  }
}

/** A section with its title, and the kind of that title if it is known. */
type TitledSection = Section & { name: string; kind: string | undefined };

function readTitle(section: Section): TitledSection {
  const name = titleOf(section.text);
  return { ...section, name, kind: kindOfTitle(name) };
}

/**
 * The title of the type of change, and those of the sub-headings. A breaking change is one in any
 * section, and not also of the section's type: Changelogen puts them below the last one.
 */
function titlesOf(open: readonly TitledSection[]): string[] {
  const at = open.findLastIndex(isBreaking);
  const own = open.filter(({ kind }, index) => index < at && kind === undefined);
  return [...open.slice(at, at + 1), ...own, ...open.slice(at + 1)].map(({ name }) => name);
}

function isBreaking({ kind }: TitledSection): boolean {
  return kind === 'breaking';
}

/** @param ownBelow level below which a title has to be known, or to be one of `ownTypes` */
function isType(
  { level, name, kind, below }: TitledSection,
  ownTypes: TextOptions['ownTypes'],
  ownBelow: number,
): boolean {
  const mayBeOwn =
    typeof ownTypes === 'boolean' ? ownTypes && level <= ownBelow : ownTypes.has(name);
  return kind !== undefined || (mayBeOwn && maybeTitle(name) && isListOnly(below));
}
