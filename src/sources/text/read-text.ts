import type { RootContent } from 'mdast';
import { type Definitions, withDefinitions } from '../markdown/definitions.ts';
import { toBlocks, toHtml } from '../markdown/markdown.ts';
import type { Note, PastChange, PastText, Sanitise } from '../past/past-release.ts';
import { contentsOf, isList } from './change-contents.ts';
import { isKnownTitle, maybeTitle, titleOf } from './section-titles.ts';
import { sectionsOf, type TextSection } from './sections.ts';

// Takes the Markdown of one version; gives its body and its changes.
// A section of changes becomes changes of a type; everything else is body, in its order.
// Never loses a heading: it is a type, stands in the text, or is named in a note.

interface TextOptions {
  sanitise: Sanitise;
  definitions: Definitions;
  /** The line at which the text begins in its source; none where its lines mean nothing to people. */
  firstLine?: number | undefined;
  /** Whether a section with a title of its own, and nothing but a list, is one of changes, too. */
  ownTypes: boolean;
}

export function readText(
  lines: readonly string[],
  options: TextOptions,
): { text: PastText; notes: Note[] } {
  const [notes, body, changes]: [Note[], string[], PastChange[]] = [[], [], []];
  for (const { section, type, about, hasParts, whole, below, why } of placed(lines, options)) {
    if (why !== undefined) notes.push(note(section, options, `shown as plain text: ${why}`));
    if (type === undefined) {
      body.push(toHtml(whole));
      continue;
    }
    const contents = contentsOf(below, about);
    if (contents.length === 0 && !hasParts)
      notes.push(note(section, options, 'nothing stands below it'));
    changes.push(...contents.map((content) => ({ type, content })));
  }
  return { text: safe(body.join('\n'), changes, notes, options), notes };
}

interface Placed extends ReadSection {
  section: TextSection;
  /** The title of its changes' type; undefined of a part of the body. */
  type: string | undefined;
  /** The heading of a part of what a type has; empty of all of it. */
  about: string;
  hasParts: boolean;
}

/** What becomes of each section. */
function* placed(lines: readonly string[], options: TextOptions): Generator<Placed> {
  let open: OpenType | undefined;
  // Below a heading of the body, only well-known titles are types.
  let ownBelow = Number.POSITIVE_INFINITY;
  const sections = sectionsOf(lines);
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

/** What the sections below a heading of changes have in common. */
interface OpenType {
  title: string;
  level: number;
}

interface ReadSection {
  /** Its blocks, with its heading and without it. */
  whole: RootContent[];
  below: RootContent[];
  /** Why it was not read as Markdown. */
  why?: string;
}

function readSection(section: TextSection, { definitions }: TextOptions): ReadSection {
  const { blocks: whole, why } = toBlocks(withDefinitions(section.whole, definitions));
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

/** All of it sanitised; what had to become plain text is told once. */
function safe(
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
