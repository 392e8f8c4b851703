import type { LabelEntry } from '../../../model/content/content.ts';
import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../../model/content/entry-kinds.ts';
import type {
  Known,
  KnownByKind,
  KnownEntries,
  SyncState,
} from '../../../model/content/sync-state.ts';
import { usedAssets } from '../../../model/content/used-assets.ts';
import { parseVariantName } from '../../../model/content/variants.ts';
import { refuseForeignRedirects } from '../../../store/foreign-redirects.ts';
import { entryPath, type LogName, logs, tableFiles } from '../../../store/layout.ts';
import type { Content, EntriesById } from '../../../store/read/read-content.ts';

// Decides which parts of a content folder a sync can reuse. If an entry's file was edited or
// deleted, the entry's record is read from the API again. A file that sync may not have written is
// never removed.

/** The error of each file that cannot be parsed, by path. */
type Damaged = ReadonlyMap<string, unknown>;

export interface TrustedContent extends Content {
  /** All labels: those in the table, and those in the state that exceed its limit. */
  labels: LabelEntry[];
  /** Sizes in bytes of the mirrored files that are as large as sync wrote them, by name. */
  intact: ReadonlyMap<string, number>;
  /** Logs that are missing or damaged; they cannot be read from the API again. */
  lostLogs: LostLogs;
  /** Whether the folder has a state file, which lists the entries of the last sync. */
  hasState: boolean;
  /** The error of each damaged file that sync may not have written, by path. */
  unclaimed: ReadonlyMap<string, unknown>;
}

/** What happened to a log: `gone` if its file was removed, `damaged` if it cannot be parsed. */
type LostLog = 'gone' | 'damaged';

type LostLogs = Partial<Record<LogName, LostLog>>;

/**
 * @param sizes of the mirrored files in bytes, by name
 * @param api the API's origin
 * @throws the error of a damaged file that the state does not list
 */
export function trustContent(
  content: Content,
  damaged: Damaged,
  sizes: ReadonlyMap<string, number>,
  api: string,
): TrustedContent {
  const { state, known } = content.state ? content : rebuildState(content, api);
  const own = new Set(state ? listOwnPaths(state, known) : []);
  const unclaimed = new Map([...damaged].filter(([path]) => !own.has(path)));
  // The state lists all files that sync wrote, so another program wrote these files.
  if (content.state) for (const why of unclaimed.values()) throw why;
  if (content.files.has(tableFiles.redirects)) refuseForeignRedirects(content.state, 'sync');
  const intact = findIntact(sizes, state);
  const hasState = content.state !== undefined;
  const log = { lostLogs: findLostLogs(content, damaged), hasState };
  if (!state) return { ...content, ...log, intact, unclaimed };

  const isAsWritten = (path: string) =>
    content.files.get(path)?.startsWith(state.files[path] ?? '') === true && !damaged.has(path);
  // These tables are built from entries. If a table was edited, all entries are prepared again to
  // rebuild it.
  const areTablesWhole = tablesFromEntries.every((name) => isAsWritten(tableFiles[name]));
  const lost = new Set(Object.keys(state.assets).filter((name) => !intact.has(name)));
  const inPlace = byKind<EntriesById>((kind) => listInPlace<Entry>(content[kind], known[kind]));
  const hasAssets = (entry: Entry) =>
    lost.size === 0 || ![...usedAssets([entry])].some((name) => lost.has(name));
  const isRight = (kind: EntryKind, entry: Entry) =>
    areTablesWhole && isAsWritten(entryPath(kind, entry.slug)) && hasAssets(entry);
  // An entry without a source is prepared again.
  const trusted = byKind<KnownByKind>((kind) => {
    const records = Array.from(known[kind], ([id, one]): [string, Known] => {
      const entry = inPlace[kind].get(id);
      return [id, entry && isRight(kind, entry) ? one : { ...one, source: '' }];
    });
    return new Map(records);
  });
  return {
    ...content,
    ...inPlace,
    ...log,
    ...(areTablesWhole
      ? { labels: listLabels(content) }
      : { workspace: undefined, projects: [], labels: [] }),
    intact,
    unclaimed,
    redirects: state.redirects ?? content.redirects,
    state: { ...state, ...(!areTablesWhole && { labels: undefined }) },
    known: trusted,
  };
}

/** The content for a sync by id. The state is trusted about everything that was not read. */
export function trustState(content: Content, damaged: Damaged): TrustedContent {
  const { state } = content;
  return {
    ...content,
    labels: listLabels(content),
    intact: new Map(Object.entries(state?.assets ?? {})),
    lostLogs: {},
    hasState: state !== undefined,
    unclaimed: damaged,
  };
}

/** The mirrored files that are as large as sync wrote them. @param sizes in bytes, by name */
export function findIntact(
  sizes: ReadonlyMap<string, number>,
  state: Pick<SyncState, 'assets'> | undefined,
): Map<string, number> {
  return new Map(
    [...sizes].filter(([name, size]) => {
      const written = state?.assets[name];
      // A file that the state does not list counts as intact, unless it is a WebP version: only the
      // state has its size.
      return written === size || (written === undefined && !parseVariantName(name));
    }),
  );
}

function listLabels({ labels, state }: Pick<Content, 'labels' | 'state'>): LabelEntry[] {
  return [...labels, ...(state?.labels ?? [])];
}

type Entry = EntryTypes[EntryKind];

const tablesFromEntries = ['workspace', 'projects', 'labels'] as const;

function listInPlace<E extends Entry>(
  entries: ReadonlyMap<string, E>,
  known: KnownEntries,
): Map<string, E> {
  const isInPlace = ({ id, slug }: E) => (known.get(id)?.slug ?? slug) === slug;
  return new Map([...entries].filter(([, entry]) => isInPlace(entry)));
}

function findLostLogs(content: Content, damaged: Damaged): LostLogs {
  const lost = logs.flatMap((name): [LogName, LostLog][] => {
    const path = tableFiles[name];
    if (damaged.has(path)) return [[name, 'damaged']];
    const wasThere = Object.hasOwn(content.state?.files ?? {}, path);
    return wasThere && !content.files.has(path) ? [[name, 'gone']] : [];
  });
  return Object.fromEntries(lost);
}

/** Rebuilds a missing state from the workspace and the entries in the content. */
function rebuildState(content: Content, api: string): Pick<Content, 'state' | 'known'> {
  const { workspace } = content;
  if (!workspace) return content;
  const known = byKind<KnownByKind>((kind) => {
    const entries = [...content[kind].values()];
    return new Map(entries.map(({ id, slug }) => [id, { slug, source: '' }]));
  });
  return { state: { workspace: workspace.id, api, files: {}, assets: {} }, known };
}

function listOwnPaths(state: Pick<SyncState, 'files'>, known: KnownByKind): string[] {
  const entries = entryKinds.flatMap((kind) =>
    Array.from(known[kind].values(), ({ slug }) => entryPath(kind, slug)),
  );
  return [...Object.values(tableFiles), ...Object.keys(state.files), ...entries];
}
