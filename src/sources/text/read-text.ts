import type { RootContent } from 'mdast';
import { addDefinitions, type Definitions } from '../markdown/definitions.ts';
import { type Heading, readOutline } from '../markdown/headings.ts';
import { toBlocks, toHtml } from '../markdown/markdown.ts';
import type { Note, PastChange, PastText, Sanitise } from '../past/past-release.ts';
import { isList, splitChanges } from './change-contents.ts';
import { isKnownTitle, maybeTitle, titleOf } from './section-titles.ts';

// Splits the Markdown of a release into a body and changes. A section such as “Fixed” becomes
// changes of that type, and all other text becomes the body.

interface TextOptions {
  sanitise: Sanitise;
  definitions: Definitions;
  /** Line in the source file at which the text begins. Undefined if the source is not a file. */
  firstLine?: number | undefined;
  /** Whether a section with an unknown title becomes changes if it contains nothing but lists. */
  ownTypes: boolean;
}

export function readText(
  lines: readonly string[],
  options: TextOptions,
): { text: PastText; notes: Note[] } {
  const [notes, body, changes]: [Note[], string[], PastChange[]] = [[], [], []];
  for (const { section, type, about, hasParts, whole, below, why } of placeSections(
    lines,
    options,
  )) {
    if (why !== undefined) notes.push(note(section, options, `shown as plain text: ${why}`));
    if (type === undefined) {
      body.push(toHtml(whole));
      continue;
    }
    const contents = splitChanges(below, about);
    if (contents.length === 0 && !hasParts)
      notes.push(note(section, options, 'has no text below it'));
    changes.push(...contents.map((content) => ({ type, content })));
  }
  return { text: sanitiseText(body.join('\n'), changes, notes, options), notes };
}

interface Placed extends ReadSection {
  section: TextSection;
  /** Title of the type of change. Undefined if the section is part of the body. */
  type: string | undefined;
  /** Title of a sub-heading inside a section of changes. Empty for the section itself. */
  about: string;
  hasParts: boolean;
}

/** Assigns each section to the body or to a type of change. */
function* placeSections(lines: readonly string[], options: TextOptions): Generator<Placed> {
  let open: OpenType | undefined;
  // Level of the highest heading in the body so far. A section below that level becomes changes
  // only if its title is well known.
  let ownBelow = Number.POSITIVE_INFINITY;
  const sections = splitSections(lines);
  for (const [index, section] of sections.entries()) {
    const read = readSection(section, options);
    const level = section.heading?.level ?? 0;
    const isPart = open !== undefined && level > open.level;
    const mayBeOwn = options.ownTypes && level <= ownBelow;
    if (!isPart) open = typeOf(section, read.below, mayBeOwn);
    if (!open && level > 0) ownBelow = Math.min(ownBelow, level);
    const about = isPart ? titleOf(section.heading?.text ?? '') : '';
    const hasParts = !isPart && (sections[index + 1]?.heading?.level ?? 0) > (open?.level ?? 6);
    yield { section, type: open?.title, about, hasParts, ...read };
  }
}

/** The current section of changes. Sub-headings that follow belong to it. */
interface OpenType {
  title: string;
  level: number;
}

interface ReadSection {
  /** The section's blocks with the heading (`whole`) and without it (`below`). */
  whole: RootContent[];
  below: RootContent[];
  /** Reason why the section was not parsed as Markdown. */
  why?: string;
}

function readSection(section: TextSection, { definitions }: TextOptions): ReadSection {
  const { blocks: whole, why } = toBlocks(addDefinitions(section.whole, definitions));
  if (why !== undefined) return { whole, below: toBlocks(section.below).blocks, why };
  const heading = section.heading && whole.find(({ type }) => type === 'heading');
  return { whole, below: whole.filter((block) => block !== heading) };
}

function typeOf(
  { heading }: TextSection,
  blocks: RootContent[],
  mayBeOwn: boolean,
): OpenType | undefined {
  if (!heading) return undefined;
  const title = titleOf(heading.text);
  const isType = isKnownTitle(title) || (mayBeOwn && maybeTitle(title) && isList(blocks));
  return isType ? { title, level: heading.level } : undefined;
}

function note({ heading }: TextSection, { firstLine }: TextOptions, what: string): Note {
  const line = firstLine === undefined ? {} : { line: firstLine + (heading?.line ?? 0) };
  return { ...line, what: heading ? `“${titleOf(heading.text)}”: ${what}` : what };
}

/** Sanitises all HTML. If parts become plain text, adds one note for each distinct reason. */
function sanitiseText(
  body: string,
  changes: readonly PastChange[],
  notes: Note[],
  { sanitise, firstLine }: TextOptions,
): PastText {
  const refused = new Set<string>();
  const clean = (html: string) => sanitise(html, (why) => refused.add(why)).trim();
  const cleaned = {
    body: clean(body),
    changes: changes
      .map(({ type, content }) => ({ type, content: clean(content) }))
      .filter(({ content }) => content !== ''),
  };
  for (const why of refused)
    notes.push({
      ...(firstLine !== undefined && { line: firstLine }),
      what: `shown as plain text: ${why}`,
    });
  return cleaned;
}

/** A heading and the text below it, up to the next heading. */
interface TextSection {
  heading: Heading | undefined;
  /** Text with the heading. */
  whole: string;
  /** Text without the heading. */
  below: string;
}

/**
 * Splits a text at its headings. The first section has no heading, and any section may be empty.
 */
function splitSections(lines: readonly string[]): TextSection[] {
  const { headings } = readOutline(lines);
  const starts = [undefined, ...headings];
  return starts.map((heading, index) => {
    const [from, to] = [heading?.line ?? 0, headings[index]?.line ?? lines.length];
    const height = heading?.height ?? 0;
    return {
      heading,
      whole: lines.slice(from, to).join('\n'),
      below: lines.slice(from + height, to).join('\n'),
    };
  });
}
