import type { ChangeTypeEntry, ReleaseEntry } from '../../model/content/content.ts';
import {
  type Correction,
  type CorrectionPart,
  changeKey,
  firstSeen,
  maxCorrections,
  movedAt,
  type ReleaseLog,
  Time,
} from '../../model/content/release-log.ts';
import type { KnownEntries } from '../../model/content/sync-state.ts';
import { apiName } from '../read/sources/upstream.ts';
import type { Session } from '../session.ts';
import { type ComparedChanges, compareChanges } from './compare-changes.ts';

// Plans the log of corrections to releases that were already public. No correction is recorded at a
// first sync, after the log was lost, or if entries differ because Waymark or its options changed.
// The log never contains the text of a change.

/**
 * Grace period after a release was first seen. During it, corrections are not recorded, except for
 * added changes that need action.
 */
const graceMs = 15 * 60 * 1000;

export interface ReleaseLogInput
  extends Pick<Session, 'knowsAll' | 'prepared' | 'needsAction' | 'now'> {
  /** The current log; undefined at a first sync, and if the log was lost. */
  log: ReleaseLog | undefined;
  before: ReadonlyMap<string, ReleaseEntry>;
  after: readonly ReleaseEntry[];
  /** Ids of releases whose records could not be read. Their entries stay unchanged. */
  kept: Iterable<string>;
  /** State of all public releases before and after, by id. Those that were read are in `after`. */
  sources: { before: KnownEntries; after: KnownEntries };
  /** Ids of the projects that the content has. */
  knownProjects: Iterable<string>;
  changeTypes: readonly ChangeTypeEntry[];
}

export function nextReleaseLog(input: ReleaseLogInput): ReleaseLog {
  const { log, after, prepared } = input;
  const stale = listStale(input);
  const staleField = stale.length > 0 && { stale };
  const moved = planMoved(input);
  const times = {
    first_seen: planFirstSeen(input),
    ...(Object.keys(moved).length > 0 && { moved }),
  };
  if (!log) return { prepared, ...times, corrections: [], ...staleField };
  const compared = after.map((entry) => ({ entry, ...compare(entry, input) }));
  const byId = new Map(compared.map((one) => [one.entry.id, one]));
  const kept = log.corrections
    .filter(({ release }) => input.sources.after.has(release))
    .flatMap((one) => keepPublic(one, byId.get(one.release)?.changes));
  const lastTimes = new Map(kept.map(({ release, at }) => [release, Date.parse(at)]));
  const added = compared.flatMap(({ entry, parts }) => {
    if (parts.length === 0) return [];
    const time = Math.max(input.now.getTime(), (lastTimes.get(entry.id) ?? 0) + 1);
    const at = new Date(time).toISOString();
    const wasPreRelease = input.before.get(entry.id)?.is_pre_release;
    return [
      { release: entry.id, at, ...(wasPreRelease && { was_pre_release: true as const }), parts },
    ];
  });
  return {
    prepared,
    ...times,
    corrections: [...kept, ...added]
      .toSorted((a, b) => (makeSortKey(a) < makeSortKey(b) ? -1 : 1))
      .slice(-maxCorrections),
    ...staleField,
  };
}

/**
 * Ids of releases whose entries were prepared by another version of Waymark and have not been
 * prepared again, for example because their records could not be read.
 */
function listStale(input: ReleaseLogInput): string[] {
  const { log, sources, prepared } = input;
  // The log lists the entries that another version prepared. If the log was lost, any entry whose
  // record could not be read may be one of them.
  const known = new Set(log ? log.stale : input.kept);
  return listPublic(input)
    .filter((id) => (log && log.prepared !== prepared) || known.has(id))
    .filter((id) => sources.before.get(id)?.source === sources.after.get(id)?.source);
}

function listPublic({ sources }: ReleaseLogInput): string[] {
  return [...sources.after.keys()].sort();
}

/** Corrections are sorted by time, then by release. */
const makeSortKey = ({ at, release }: Correction) => `${at} ${release}`;

/**
 * A new release is first seen now. Other releases without a time get their release date, so that a
 * later change of this date moves them to no other week. These are the releases of a first sync, of
 * a source that was added, and of a project that was unknown: nobody published them just now.
 */
function planFirstSeen(input: ReleaseLogInput): ReleaseLog['first_seen'] {
  const { log, before, after, sources, knowsAll, now } = input;
  const current = new Map(after.map((one) => [one.id, one]));
  const releasedAt = (id: string) => (before.get(id) ?? current.get(id))?.released_at;
  const isKnown = (id: string) => before.has(id) || sources.before.has(id);
  const isAdded = findAdded(input, isKnown);
  return Object.fromEntries(
    listPublic(input).flatMap((id) => {
      const isNew = knowsAll && !isKnown(id) && !isAdded(id, current.get(id)?.project ?? null);
      const seen = isNew
        ? now.toISOString()
        : // An entry that was edited by hand may have any text as its date.
          (firstSeen(log, id) ?? Time.safeParse(releasedAt(id)).data);
      return seen === undefined ? [] : [[id, seen]];
    }),
  );
}

/** Releases that move to a project which is new keep their weeks, like those of a source. */
function planMoved(input: ReleaseLogInput): NonNullable<ReleaseLog['moved']> {
  const { log, before, after, now } = input;
  const projects = new Map(after.map(({ id, project }) => [id, project]));
  const isAdded = findAdded(input, (id) => before.has(id));
  return Object.fromEntries(
    listPublic(input).flatMap((id) => {
      const [from, to] = [before.get(id)?.project, projects.get(id)];
      const isMove = from !== undefined && to !== undefined && to !== null && from !== to;
      const at = isMove && !isAdded(id, to) ? now.toISOString() : movedAt(log, id);
      return at === undefined ? [] : [[id, at]];
    }),
  );
}

/** Returns whether a release is from a source or project that no sync has seen before. */
function findAdded(
  { before, after, sources, knownProjects }: ReleaseLogInput,
  isKnown: (id: string) => boolean,
) {
  // Without a `sources.yaml`, entries have no source, and are the API's.
  const knownSources = new Set([...sources.before.values()].map(({ from = apiName }) => from));
  // While all entries have one project, it is not shown. It is no new project once it is shown.
  const shownNow = after.filter(
    ({ id }) => isKnown(id) && sources.after.get(id)?.from !== undefined,
  );
  const projects = new Set([
    ...knownProjects,
    ...[...before.values(), ...shownNow].flatMap(({ project }) => project ?? []),
  ]);
  return (id: string, project: string | null) => {
    const from = sources.after.get(id)?.from;
    const isNewSource = from !== undefined && !knownSources.has(from);
    return isNewSource || (project !== null && !projects.has(project));
  };
}

function compare(entry: ReleaseEntry, input: ReleaseLogInput) {
  const { log, prepared, sources } = input;
  const before = input.before.get(entry.id);
  const source = sources.before.get(entry.id)?.source;
  if (!before || (source && source === sources.after.get(entry.id)?.source))
    return { changes: undefined, parts: [] };
  const changes = compareChanges(before.changes, entry.changes);
  // If the entry was edited by hand or prepared by another version, its record may be unchanged
  // although the entry differs.
  const isStale = log?.prepared !== prepared || log.stale?.includes(entry.id) === true;
  const isCorrected = !isStale && Boolean(source);
  return { changes, parts: isCorrected ? findParts(before, entry, changes, input) : [] };
}

function findParts(
  before: ReleaseEntry,
  after: ReleaseEntry,
  { added, removed, reworded, rewordedCount }: ComparedChanges,
  { log, now, changeTypes, needsAction }: ReleaseLogInput,
): CorrectionPart[] {
  const seen = firstSeen(log, after.id) ?? before.released_at;
  const isEarly = now.getTime() - Date.parse(seen) < graceMs;
  const findType = (slug: string | null) => changeTypes.find((type) => type.slug === slug);
  const addedParts = added.map((change) => ({
    kind: 'added' as const,
    key: changeKey(change),
    ...(needsAction(findType(change.type), change.html) && { action: true as const }),
  }));
  if (isEarly) return addedParts.filter(({ action }) => action);
  return [
    ...addedParts,
    ...(removed > 0 ? [{ kind: 'removed' as const, count: removed }] : []),
    ...(rewordedCount > 0
      ? [{ kind: 'reworded' as const, count: rewordedCount, keys: [...reworded.values()] }]
      : []),
    ...(before.version === after.version ? [] : [{ kind: 'version' as const }]),
    ...(before.released_at === after.released_at ? [] : [{ kind: 'date' as const }]),
    ...(before.is_pre_release === after.is_pre_release ? [] : [{ kind: 'pre-release' as const }]),
  ];
}

/**
 * Updates a correction after its changes were edited: a reworded change gets its new key, and a
 * removed change is dropped. If nothing is left, returns an empty list.
 */
function keepPublic(correction: Correction, changes: ComparedChanges | undefined): Correction[] {
  if (!changes) return [correction];
  const current = (key: string) => (changes.keys.has(key) ? key : changes.reworded.get(key)) ?? [];
  const parts = correction.parts.flatMap((part): CorrectionPart[] => {
    if (part.kind === 'added') return [current(part.key)].flat().map((key) => ({ ...part, key }));
    if (part.kind !== 'reworded' || !part.keys) return [part];
    return [{ ...part, keys: part.keys.flatMap(current) }];
  });
  return parts.length === 0 ? [] : [{ ...correction, parts }];
}
