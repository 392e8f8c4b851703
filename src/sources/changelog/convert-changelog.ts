import { webAddress } from '../../lib/text/web-address.ts';
import { dayIn, noonOf } from '../../lib/time/days.ts';
import { codeChangesTitle } from '../../model/content/code-changes.ts';
import { notesOf } from '../markdown/references.ts';
import type { Repository } from '../markdown/repository-links.ts';
import { withAddresses } from '../markdown/resolve-addresses.ts';
import { fitTitle, idOf } from '../past/names.ts';
import type { Converted, Note, PastRelease, Sanitise } from '../past/past-release.ts';
import { isPreRelease } from '../past/pre-release.ts';
import { linkTo } from '../past-rows.ts';
import { readText } from '../text/read-text.ts';
import { type Cut, cutAtVersions } from './cut-at-versions.ts';
import { placeholder } from './version-heading.ts';

// Converts a changelog to one release per version, in the order of the file. Reads the format Keep
// a Changelog and the output of release-please, git-cliff, semantic-release and changesets. Never
// throws: parts that cannot be converted are reported with their lines.

export interface ChangelogOptions {
  sanitise: Sanitise;
  /** Name of the project that the changelog is about. */
  project?: string | undefined;
  /** Returns the moment of a version (RFC 3339), for headings without a date. */
  momentOf?: (version: string, project: string | undefined) => string | undefined;
  /** The zone in which a written day has its noon; by default, UTC. */
  timeZone?: string;
  /** The repository of references such as `#12`, and of files to which texts link. */
  repository?: Repository | undefined;
  /** Folder of the changelog in the repository; by default, the root. */
  folder?: string;
}

export function convertChangelog(text: string, options: ChangelogOptions): Converted {
  return convertVersions(cutAtVersions(text), options);
}

/** Converts the versions of a changelog, whose blocks can be used only once. */
export function convertVersions(
  { pieces: found, references, notes, leftOut }: ReturnType<typeof cutAtVersions>,
  options: ChangelogOptions,
): Converted {
  const { repository, folder } = options;
  references.env.repository = repository;
  const sanitise = withAddresses(options.sanitise, repository, { folder });
  const pieces = assignIds(found, options.project ?? null);
  const dates = pieces.map((piece) => dateOf(piece, options));
  const times = assignTimes(dates, options.timeZone);
  const releases: PastRelease[] = [];
  for (const [index, piece] of pieces.entries()) {
    const text = readText(piece.blocks, { sanitise, references, ownTypes: true });
    const [at = '', date] = [times[index], dates[index]];
    notes.push(...describeHeading(piece, date));
    const isEmpty = text.body === '' && text.changes.length === 0;
    const isUnreleased = piece.heading.version === undefined;
    if (isUnreleased) notes.push({ line: piece.line, what: isEmpty ? emptyNote : unreleasedNote });
    if (!isUnreleased || !isEmpty)
      releases.push({ at, text, ...releaseFields(piece, date), contributors: [] });
  }
  notes.push(...notesOf(references, 1));
  return { releases, notes: notes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)), leftOut };
}

const emptyNote = 'left out an empty section of unreleased changes';
const unreleasedNote = 'Unreleased: has no version yet, so this is a draft';

/** The date of a version: the day that its heading gives, or the moment of its tag. */
export type VersionDate = { day: string } | { at: string };

function dateOf(
  { heading: { day, version, ...heading } }: Cut,
  { project, momentOf }: ChangelogOptions,
): VersionDate | undefined {
  if (day !== undefined) return { day };
  const at = version === undefined ? undefined : momentOf?.(version, project ?? heading.package);
  return at === undefined ? undefined : { at };
}

/** The fields of a release that come from its heading. */
function releaseFields({ id, project, heading }: IdentifiedPiece, date: VersionDate | undefined) {
  const { version = null, name, isYanked, links } = heading;
  const title = [version ?? 'Unreleased', name].filter(Boolean).join(' – ');
  const dated = date === undefined ? ('draft' as const) : ('released' as const);
  const state = isYanked ? ('withdrawn' as const) : dated;
  return {
    id,
    project,
    title: fitTitle(isYanked ? `${title} [YANKED]` : title, 'Unreleased'),
    version,
    ...(date && 'day' in date && { on: date.day }),
    state: version === null ? ('draft' as const) : state,
    isPreRelease: version !== null && (isPreRelease(version) || isPreRelease(name)),
    attachments: links
      .filter(({ url }) => webAddress(url))
      .map(({ title = codeChangesTitle, url }) => linkTo(url, title)),
  };
}

/**
 * Assigns ids from the bottom up. If headings have the same version, the lowest heading keeps the
 * id without a suffix: changelogs grow at the top, so this id may already be in use.
 */
function assignIds(pieces: readonly Cut[], project: string | null) {
  const turns = new Map<string, number>();
  const identified = pieces.toReversed().map((piece) => {
    const { heading } = piece;
    const own = project ?? heading.package ?? null;
    const name = [own, heading.version?.toLowerCase() ?? 'unreleased'].filter(Boolean).join(' ');
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    const id = idOf('changelog', turn === 1 ? name : `${name} (${turn})`);
    return { ...piece, line: piece.start.line + 1, id, project: own, isRepeated: turn > 1 };
  });
  return identified.reverse();
}

type IdentifiedPiece = ReturnType<typeof assignIds>[number];

/** Ends the notes about versions without a valid date. */
export const draftNote =
  'so this is a draft; write the date in the heading or on a line of its own below it, as in "2026-01-31"';

function describeHeading(piece: IdentifiedPiece, date: VersionDate | undefined): Note[] {
  const { heading, line, isRepeated } = piece;
  const { version, wrongDate, isYanked } = heading;
  const name = version ?? 'Unreleased';
  const why = wrongDate === undefined ? 'has no date' : `${wrongDate} is not a date`;
  const isUndated = version !== undefined && date === undefined;
  const isWrong = wrongDate !== undefined && !placeholder.test(wrongDate);
  const isDraft = !isYanked && (isUndated || isWrong);
  return [
    ...(isRepeated ? [{ line, what: `${name}: ${repeatedNote}` }] : []),
    ...(isYanked ? [{ line, what: `${name}: yanked, so not public` }] : []),
    ...(isDraft ? [{ line, what: `${name}: ${why}, ${draftNote}`, isLeftOut: true }] : []),
  ];
}

const repeatedNote =
  'appears more than once, so there are several releases of it; if it is one, join its texts below one heading';

const beginning = '1970-01-01';

/**
 * Converts dates to release times in ISO 8601. A day has its noon in the time zone. To keep the
 * order of the file, versions of the same day are at least a millisecond apart, and a version without
 * a date gets the day of the next older version. The moment of a tag stays as it is. A new version at
 * the top does not change the times of older versions, unless its tag is from the same day.
 */
export function assignTimes(dates: readonly (VersionDate | undefined)[], timeZone = 'UTC') {
  const dayOf = (date: VersionDate) =>
    'day' in date ? date.day : dayIn(Date.parse(date.at), timeZone);
  const dated = dates.flatMap((date) => (date ? [dayOf(date)] : []));
  const isOldestFirst = (dated[0] ?? '') < (dated.at(-1) ?? '');
  const inOrder = isOldestFirst ? dates : dates.toReversed();
  const latest = new Map<string, number>();
  let day = (isOldestFirst ? dated[0] : dated.at(-1)) ?? beginning;
  let noon = noonOf(day, timeZone).getTime();
  const times = inOrder.map((date) => {
    if (date && dayOf(date) !== day) {
      day = dayOf(date);
      noon = noonOf(day, timeZone).getTime();
    }
    const next = Math.max(noon, (latest.get(day) ?? Number.NEGATIVE_INFINITY) + 1);
    const isFixed = date !== undefined && 'at' in date;
    const time = isFixed ? Date.parse(date.at) : next;
    latest.set(day, time);
    return { day, time, isFixed };
  });
  // A day makes room for the moments of newer tags.
  const next = new Map<string, number>();
  const settled = times.toReversed().map(({ day, time, isFixed }) => {
    const at = isFixed ? time : Math.min(time, (next.get(day) ?? Number.POSITIVE_INFINITY) - 1);
    next.set(day, at);
    return new Date(at).toISOString();
  });
  return isOldestFirst ? settled.reverse() : settled;
}
