import { definitionsIn } from '../markdown/definitions.ts';
import { linesOf } from '../markdown/headings.ts';
import { fitTitle, idOf } from '../past/names.ts';
import type { Converted, Note, PastRelease, Sanitise } from '../past/past-release.ts';
import { isPreRelease } from '../past/pre-release.ts';
import { readText } from '../text/read-text.ts';
import { cutAtVersions, type VersionPiece } from './cut-at-versions.ts';
import { timesOf } from './times.ts';

// Takes the text of a changelog; gives a release for each of its versions, in their order.
// Reads Keep a Changelog, and what release-please, git-cliff, semantic-release and changesets write.
// Never throws, whatever the text: what cannot be converted is named with its line.

export interface ChangelogOptions {
  sanitise: Sanitise;
  /** The name of the project whose changelog it is. */
  project?: string | undefined;
  /** The day (2026-01-31) of a version whose heading has none. */
  dayOf?: (version: string, project: string | undefined) => string | undefined;
}

export function convertChangelog(text: string, options: ChangelogOptions): Converted {
  const lines = linesOf(text);
  const definitions = definitionsIn(lines);
  const { pieces: found, notes, leftOut } = cutAtVersions(lines, definitions);
  const pieces = found.map((piece) => withDay(piece, options));
  const times = timesOf(pieces.map(({ heading }) => heading.day));
  const ids = idsOf(pieces, options.project ?? null);
  const releases: PastRelease[] = [];
  for (const [index, piece] of pieces.entries()) {
    const { text, notes: more } = readText(piece.lines, {
      sanitise: options.sanitise,
      firstLine: piece.firstLine,
      definitions,
      ownTypes: true,
    });
    const [at = '', { id = '', project = null, isRepeated = false } = {}] = [
      times[index],
      ids[index],
    ];
    notes.push(...notesOf(piece, isRepeated), ...more);
    const isEmpty = text.body === '' && text.changes.length === 0;
    if (piece.heading.version === undefined && isEmpty)
      notes.push({ line: piece.line, what: 'nothing is unreleased: left out' });
    else releases.push({ id, project, at, text, ...about(piece), contributors: [] });
  }
  return { releases, notes: notes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)), leftOut };
}

function withDay(piece: VersionPiece, { project, dayOf }: ChangelogOptions): VersionPiece {
  const { heading } = piece;
  if (heading.day !== undefined || heading.version === undefined) return piece;
  const day = dayOf?.(heading.version, project ?? heading.package);
  return day === undefined ? piece : { ...piece, heading: { ...heading, day } };
}

/** What the heading alone says. */
function about({ heading }: VersionPiece) {
  const { version = null, name, day, isYanked, url } = heading;
  const title = [version ?? 'Unreleased', name].filter(Boolean).join(' – ');
  const dated = day === undefined ? ('draft' as const) : ('released' as const);
  const state = isYanked ? ('withdrawn' as const) : dated;
  return {
    title: fitTitle(isYanked ? `${title} [YANKED]` : title, 'Unreleased'),
    version,
    state: version === null ? ('draft' as const) : state,
    isPreRelease: version !== null && isPreRelease(version),
    attachments: isWeb(url) ? [toLink(url)] : [],
  };
}

function toLink(url: string): PastRelease['attachments'][number] {
  return { id: idOf('link', url), type: 'LINK', content: { title: 'Changes in the code', url } };
}

function isWeb(url: string | undefined): url is string {
  return url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

interface Identity {
  id: string;
  project: string | null;
  isRepeated: boolean;
}

/** Where a version stands twice, the lower one was there first: new ones are written above. */
function idsOf(pieces: readonly VersionPiece[], project: string | null): Identity[] {
  const turns = new Map<string, number>();
  const identities = pieces.toReversed().map(({ heading }): Identity => {
    const own = project ?? heading.package ?? null;
    const name = [own, heading.version?.toLowerCase() ?? 'unreleased'].filter(Boolean).join(' ');
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    const id = idOf('changelog', turn === 1 ? name : `${name} (${turn})`);
    return { id, project: own, isRepeated: turn > 1 };
  });
  return identities.reverse();
}

function notesOf({ heading, line }: VersionPiece, isRepeated: boolean): Note[] {
  const { version, day, wrongDate, isYanked } = heading;
  const found: (string | false)[] = [
    isRepeated && 'stands a second time',
    isYanked && 'yanked, and so not public',
    !isYanked && wrongDate !== undefined && `there is no ${wrongDate}: a draft`,
    !isYanked &&
      day === undefined &&
      wrongDate === undefined &&
      version !== undefined &&
      'without a date: a draft',
  ];
  const name = version ?? 'Unreleased';
  return found.filter((what) => what !== false).map((what) => ({ line, what: `${name}: ${what}` }));
}
