import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../model/content/entry-kinds.ts';
import type { Known, SyncState } from '../../model/content/sync-state.ts';
import { refuseForeignRedirects } from '../../store/foreign-redirects.ts';
import { entryPath, type LogName, logs, tableFiles } from '../../store/layout.ts';
import type { Content, EntriesById } from '../../store/read/read-content.ts';
import { usedAssets } from './wanted.ts';

// Takes a content folder as it stands; gives what of it a sync can go on from.
// What somebody else changed or removed counts as not known: it comes anew from the API.
// Never takes for sync's own what may be anybody's.

/** A content folder, and what else is found there. */
export interface TrustedContent {
  content: Content;
  /** Files that are not what sync writes, by path, and what is wrong with them. */
  damaged: ReadonlyMap<string, unknown>;
  /** Of the mirrored files, in bytes, by name. */
  sizes: ReadonlyMap<string, number>;
}

export interface Trusted extends Content {
  /** Mirrored files that are as sync wrote them: their sizes in bytes, by name. */
  intact: ReadonlyMap<string, number>;
  /** What became of logs, which nothing else tells. */
  lostLogs: LostLogs;
  /** Whether a sync wrote down here what was public. */
  hasState: boolean;
  /** Damaged files of which nobody knows whose they are: what is wrong with them, by path. */
  unclaimed: ReadonlyMap<string, unknown>;
}

/** It was removed, or is not what sync writes. */
export type LostLog = 'gone' | 'damaged';

export type LostLogs = Partial<Record<LogName, LostLog>>;

/**
 * @param api the API's origin
 * @throws what is wrong with a file that sync knows nothing of
 */
export function trusted(found: TrustedContent, api: string): Trusted {
  const { content, damaged, sizes } = found;
  const state = content.state ?? lostState(content, api);
  const own = new Set(state ? ownPaths(state) : []);
  const unclaimed = new Map([...damaged].filter(([path]) => !own.has(path)));
  // With its state, content knows all of its own files.
  if (content.state) for (const why of unclaimed.values()) throw why;
  if (content.files.has(tableFiles.redirects)) refuseForeignRedirects(content.state, 'sync');
  const intact = new Map(
    [...sizes].filter(([name, size]) => (state?.assets[name] ?? size) === size),
  );
  const hasState = content.state !== undefined;
  const log = { lostLogs: lostLogs(found), hasState };
  if (!state) return { ...content, ...log, intact, unclaimed };

  const isAsWritten = (path: string) =>
    content.files.get(path)?.startsWith(state.files[path] ?? '') === true && !damaged.has(path);
  // Entries bring what stands in these tables: to know it again, all of them are read.
  const areTablesWhole = filledByEntries.every((name) => isAsWritten(tableFiles[name]));
  const lost = new Set(Object.keys(state.assets).filter((name) => !intact.has(name)));
  const inPlace = byKind<EntriesById>((kind) => entriesInPlace<Entry>(content[kind], state[kind]));
  const known = byKind<Record<EntryKind, KnownById>>((kind) => {
    const isRight = (entry: Entry) =>
      areTablesWhole && isAsWritten(entryPath(kind, entry.slug)) && !shows(entry, lost);
    return trustedKnown(inPlace[kind], state[kind], isRight);
  });
  return {
    ...content,
    ...inPlace,
    ...log,
    ...(!areTablesWhole && { workspace: undefined, projects: [], labels: [] }),
    intact,
    unclaimed,
    redirects: state.redirects ?? content.redirects,
    state: { ...state, ...(!areTablesWhole && { labels: undefined }), ...known },
  };
}

type Entry = EntryTypes[EntryKind];
type KnownById = Record<string, Known>;

const filledByEntries = ['workspace', 'projects', 'labels'] as const;

function entriesInPlace<E extends Entry>(
  entries: ReadonlyMap<string, E>,
  known: KnownById,
): Map<string, E> {
  const isInPlace = ({ id, slug }: E) => (known[id]?.slug ?? slug) === slug;
  return new Map([...entries].filter(([, entry]) => isInPlace(entry)));
}

/** An entry that is not as it was has no source any more, so that it is prepared again. */
function trustedKnown(
  inPlace: ReadonlyMap<string, Entry>,
  known: KnownById,
  isRight: (entry: Entry) => boolean,
): KnownById {
  return Object.fromEntries(
    Object.entries(known).map(([id, one]) => {
      const entry = inPlace.get(id);
      return [id, entry && isRight(entry) ? one : { ...one, source: '' }];
    }),
  );
}

function lostLogs({ content, damaged }: TrustedContent): LostLogs {
  const lost = logs.flatMap((name): [LogName, LostLog][] => {
    const path = tableFiles[name];
    if (damaged.has(path)) return [[name, 'damaged']];
    const wasThere = Object.hasOwn(content.state?.files ?? {}, path);
    return wasThere && !content.files.has(path) ? [[name, 'gone']] : [];
  });
  return Object.fromEntries(lost);
}

/** What content without its state says of itself: whose it is, and what stands in it. */
function lostState(content: Content, api: string): SyncState | undefined {
  const { workspace } = content;
  if (!workspace) return undefined;
  const known = byKind<Record<EntryKind, KnownById>>((kind) =>
    Object.fromEntries(
      [...content[kind].values()].map(({ id, slug }) => [id, { slug, source: '' }]),
    ),
  );
  return { workspace: workspace.id, api, ...known, files: {}, assets: {} };
}

function ownPaths(state: SyncState): string[] {
  const entries = entryKinds.flatMap((kind) =>
    Object.values(state[kind]).map(({ slug }) => entryPath(kind, slug)),
  );
  return [...Object.values(tableFiles), ...Object.keys(state.files), ...entries];
}

function shows(entry: Entry, names: ReadonlySet<string>): boolean {
  return names.size > 0 && [...usedAssets([entry])].some((name) => names.has(name));
}
