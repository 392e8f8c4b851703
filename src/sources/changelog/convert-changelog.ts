import { codeChangesTitle } from '../../model/content/code-changes.ts';
import { notesOf } from '../markdown/references.ts';
import { fitTitle, idOf } from '../past/names.ts';
import type { Converted, Note, PastRelease, Sanitise } from '../past/past-release.ts';
import { isPreRelease } from '../past/pre-release.ts';
import { readText } from '../text/read-text.ts';
import { cutAtVersions, type VersionPiece } from './cut-at-versions.ts';

// Converts a changelog to one release per version, in the order of the file. Reads the format Keep
// a Changelog and the output of release-please, git-cliff, semantic-release and changesets. Never
// throws: parts that cannot be converted are reported with their lines.

export interface ChangelogOptions {
  sanitise: Sanitise;
  /** Name of the project that the changelog is about. */
  project?: string | undefined;
  /**
   * Returns the day of a version (such as 2026-01-31). Called if the heading of the version has no
   * date.
   */
  dayOf?: (version: string, project: string | undefined) => string | undefined;
}

export function convertChangelog(text: string, options: ChangelogOptions): Converted {
  const { pieces: found, references, notes, leftOut } = cutAtVersions(text);
  const pieces = found.map((piece) => addDay(piece, options));
  const times = assignTimes(pieces.map(({ heading }) => heading.day));
  const ids = assignIds(pieces, options.project ?? null);
  const releases: PastRelease[] = [];
  for (const [index, piece] of pieces.entries()) {
    const { text, notes: more } = readText(piece.blocks, {
      sanitise: options.sanitise,
      firstLine: 1,
      references,
      ownTypes: true,
    });
    const [at = '', { id = '', project = null, isRepeated = false } = {}] = [
      times[index],
      ids[index],
    ];
    notes.push(...describeHeading(piece, isRepeated), ...more);
    const isEmpty = text.body === '' && text.changes.length === 0;
    const isUnreleased = piece.heading.version === undefined;
    if (isUnreleased) notes.push({ line: piece.line, what: isEmpty ? emptyNote : unreleasedNote });
    if (!isUnreleased || !isEmpty)
      releases.push({ id, project, at, text, ...headingFields(piece), contributors: [] });
  }
  notes.push(...notesOf(references, 1));
  return { releases, notes: notes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)), leftOut };
}

const emptyNote = 'left out an empty section of unreleased changes';
const unreleasedNote = 'Unreleased: has no version yet, so this is a draft';

function addDay(piece: VersionPiece, { project, dayOf }: ChangelogOptions): VersionPiece {
  const { heading } = piece;
  if (heading.day !== undefined || heading.version === undefined) return piece;
  const day = dayOf?.(heading.version, project ?? heading.package);
  return day === undefined ? piece : { ...piece, heading: { ...heading, day } };
}

/** The fields of a release that come from its heading. */
function headingFields({ heading }: VersionPiece) {
  const { version = null, name, day, isYanked, links } = heading;
  const title = [version ?? 'Unreleased', name].filter(Boolean).join(' – ');
  const dated = day === undefined ? ('draft' as const) : ('released' as const);
  const state = isYanked ? ('withdrawn' as const) : dated;
  return {
    title: fitTitle(isYanked ? `${title} [YANKED]` : title, 'Unreleased'),
    version,
    state: version === null ? ('draft' as const) : state,
    isPreRelease: version !== null && isPreRelease(version),
    attachments: links
      .filter(({ url }) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      .map(({ title = codeChangesTitle, url }) => ({
        id: idOf('link', url),
        type: 'LINK' as const,
        content: { title, url },
      })),
  };
}

/**
 * Assigns ids from the bottom up. If headings have the same version, the lowest heading keeps the
 * id without a suffix: changelogs grow at the top, so this id may already be in use.
 */
function assignIds(pieces: readonly VersionPiece[], project: string | null) {
  const turns = new Map<string, number>();
  const identities = pieces.toReversed().map(({ heading }) => {
    const own = project ?? heading.package ?? null;
    const name = [own, heading.version?.toLowerCase() ?? 'unreleased'].filter(Boolean).join(' ');
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    const id = idOf('changelog', turn === 1 ? name : `${name} (${turn})`);
    return { id, project: own, isRepeated: turn > 1 };
  });
  return identities.reverse();
}

/** Ends the notes about versions without a valid date. */
export const draftNote =
  'so this is a draft; write the date in the heading or on a line of its own below it, as in "2026-01-31"';

function describeHeading({ heading, line }: VersionPiece, isRepeated: boolean): Note[] {
  const { version, day, wrongDate, isYanked } = heading;
  const found: (string | false)[] = [
    isRepeated && 'appears more than once',
    isYanked && 'yanked, so not public',
    !isYanked && wrongDate !== undefined && `${wrongDate} is not a date, ${draftNote}`,
    !isYanked &&
      day === undefined &&
      wrongDate === undefined &&
      version !== undefined &&
      `has no date, ${draftNote}`,
  ];
  const name = version ?? 'Unreleased';
  return found
    .filter((what) => what !== false)
    .map((what) => ({
      line,
      what: `${name}: ${what}`,
      ...(what.endsWith(draftNote) && { isLeftOut: true }),
    }));
}

/** At noon UTC, most time zones have the same day. */
const noon = 'T12:00:00.000Z';
const beginning = '1970-01-01';

/**
 * Converts days to release times in ISO 8601. To keep the order of the file, versions of the same
 * day are a millisecond apart, and a version without a day gets the day of the next older version.
 * A new version at the top does not change the times of older versions.
 */
export function assignTimes(days: readonly (string | undefined)[]): string[] {
  const dated = days.filter((day) => day !== undefined);
  const isOldestFirst = (dated[0] ?? '') < (dated.at(-1) ?? '');
  const inOrder = isOldestFirst ? days : days.toReversed();
  const turns = new Map<string, number>();
  let last = (isOldestFirst ? dated[0] : dated.at(-1)) ?? beginning;
  const times = inOrder.map((day) => {
    last = day ?? last;
    const turn = turns.get(last) ?? 0;
    turns.set(last, turn + 1);
    return new Date(Date.parse(`${last}${noon}`) + turn).toISOString();
  });
  return isOldestFirst ? times : times.reverse();
}
