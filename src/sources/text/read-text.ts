import type { Block } from '../markdown/markdown.ts';
import { toHtml, toInlineHtml } from '../markdown/markdown.ts';
import { type Heading, headingOf } from '../markdown/outline.ts';
import { parseText, type References, withFootnotes } from '../markdown/references.ts';
import type { Note, PastText, Sanitise } from '../past/past-release.ts';
import { isListOnly, splitChanges } from './change-contents.ts';
import { kindOfTitle, maybeTitle, titleOf } from './section-titles.ts';
import { splitAtTitles } from './title-parts.ts';

// Splits the blocks of a release into a body and changes. A section such as “Fixed” becomes changes
// of that type, and all other text becomes the body.

interface TextOptions {
  sanitise: Sanitise;
  references: References;
  /** Line of the source file that is line 0 of the blocks. Undefined if the source is not a file. */
  firstLine?: number | undefined;
  /**
   * Whether a section with an unknown title becomes changes if it contains nothing but lists, or the
   * titles of which this is true.
   */
  ownTypes: boolean | ReadonlySet<string>;
}

export function readText(
  all: readonly Block[],
  options: TextOptions,
): { text: PastText; notes: Note[] } {
  const { references, sanitise, firstLine } = options;
  const refused = new Set<string>();
  const clean = (html: string) => sanitise(html, (why) => refused.add(why)).trim();
  const placed = [...placeSections(all, options)];
  parseText(
    placed.flatMap(({ blocks }) => blocks),
    references,
  );
  const notes: Note[] = [];
  const note = (what: string, [first]: readonly Block[]) => {
    const start = first?.[0]?.map?.[0] ?? 0;
    notes.push({ what, ...(firstLine !== undefined && { line: firstLine + start }) });
  };
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
  return { text: { body, changes }, notes };
}

interface Placed {
  section: TextSection;
  /** Title of the type of change. Undefined if the blocks are part of the body. */
  type: string | undefined;
  /** Titles of sub-headings inside a section of changes. Empty for the section itself. */
  about: string;
  /** Whether sub-headings of the section have texts of their own. */
  hasParts: boolean;
  blocks: readonly Block[];
}

/** Assigns the blocks of each section to the body or to a type of change. */
function* placeSections(all: readonly Block[], options: TextOptions): Generator<Placed> {
  let open: OpenType | undefined;
  // Level of the highest heading in the body so far. A section below that level becomes changes
  // only if its title is well known.
  let ownBelow = Number.POSITIVE_INFINITY;
  // The sections below the open type that the current section is in.
  let above: TextSection[] = [];
  const sections = splitSections(all);
  const { ownTypes } = options;
  for (const [index, section] of sections.entries()) {
    const level = levelOf(section);
    above = above.filter((one) => levelOf(one) < level);
    if (open && level > open.level) above.push(section);
    else open = typeOf(section, ownTypes === true ? level <= ownBelow : ownTypes);
    if (!open && level > 0) ownBelow = Math.min(ownBelow, level);
    const hasParts = levelOf(sections[index + 1]) > level;
    const about = above.map(({ heading }) => titleOf(heading?.text ?? '')).join(': ');
    yield* placeParts({ section, type: open?.title, about, hasParts });
  }
}

/** Assigns the parts of a section, some of which may have a type of their own. */
function* placeParts(placed: Omit<Placed, 'blocks'>): Generator<Placed> {
  const { section, type, about } = placed;
  if (type === undefined) yield { ...placed, blocks: section.title };
  if (type === undefined && section.below.length === 0) return;
  for (const { title, blocks } of splitAtTitles(section.below))
    if (type === undefined) yield { ...placed, type: title, blocks };
    else yield { ...placed, about: [about, title].filter(Boolean).join(': '), blocks };
}

/** The current section of changes. Sub-headings that follow belong to it. */
interface OpenType {
  title: string;
  level: number;
}

function levelOf(section: TextSection | undefined): number {
  return section?.heading?.level ?? 0;
}

function typeOf(
  { heading, below }: TextSection,
  ownTypes: TextOptions['ownTypes'],
): OpenType | undefined {
  if (!heading?.text) return undefined;
  const title = titleOf(heading.text);
  const mayBeOwn = typeof ownTypes === 'boolean' ? ownTypes : ownTypes.has(title);
  const isType =
    kindOfTitle(title) !== undefined || (mayBeOwn && maybeTitle(title) && isListOnly(below));
  return isType ? { title, level: heading.level } : undefined;
}

/** A heading and the blocks below it, up to the next heading. */
interface TextSection {
  heading: Heading | undefined;
  /** The block of the heading. */
  title: Block[];
  below: Block[];
}

/** Splits blocks at headings. The first section has no heading, and any section may be empty. */
function splitSections(blocks: readonly Block[]): TextSection[] {
  const sections: TextSection[] = [{ heading: undefined, title: [], below: [] }];
  for (const block of blocks) {
    const heading = headingOf(block);
    if (heading) sections.push({ heading, title: [block], below: [] });
    else sections.at(-1)?.below.push(block);
  }
  return sections;
}
