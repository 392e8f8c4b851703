import { guardRemovals } from '../../lib/removal-guard.ts';
import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import type { Known, KnownEntries } from '../../model/content/sync-state.ts';
import type { Origin } from '../../sources/source.ts';
import type { EntriesById } from '../../store/read/read-content.ts';
import type { AssetMemory } from '../prepare/assets/memory.ts';
import { assignSlugs } from '../prepare/slugs.ts';
import type { Collected, CollectedByKind } from '../read/decisions.ts';
import type { PreparedEntry } from '../read/prepared-entry.ts';
import type { Session } from '../session.ts';

/** The entries after this sync, of all kinds. */
export type Entries = { [K in EntryKind]: EntriesOfKind<EntryTypes[K]> };

/** Merges the decisions with the existing entries. Removals that look accidental are withheld. */
export function mergeEntries(
  session: Pick<Session, 'known' | 'ids' | 'allowMassDelete'> & { current: EntriesById },
  collected: CollectedByKind,
): Entries {
  const { current, known, ids, allowMassDelete } = session;
  return byKind<Entries>(<K extends EntryKind>(kind: K) =>
    mergeKind<EntryTypes[K]>({
      collected: collected[kind],
      current: current[kind],
      known: known[kind],
      isPartial: ids !== undefined,
      since: since[kind],
      allowMassDelete,
    }),
  );
}

const since: { readonly [K in EntryKind]: (entry: EntryTypes[K]) => string } = {
  releases: ({ released_at }) => released_at,
  milestones: ({ created_at }) => created_at ?? '',
};

type Entry = Pick<EntryTypes[EntryKind], 'id' | 'title' | 'slug' | 'project' | 'labels'>;

interface MergeOptions<E extends Entry> {
  collected: Collected<E>;
  /** Entries in the content folder, by id. */
  current: ReadonlyMap<string, E>;
  known: KnownEntries;
  /** Whether entries that were not read stay as they are. */
  isPartial: boolean;
  /** If two entries want the same slug, the entry with the earlier time (RFC 3339) gets it. */
  since(entry: E): string;
  allowMassDelete: boolean;
}

interface EntriesOfKind<E> {
  /** The entries that were read, sorted by slug. */
  entries: E[];
  /** The state of all entries, sorted by id. */
  known: KnownEntries;
  /** Ids of entries that stay, because removing so many at once may be an accident. */
  withheld: string[];
}

/**
 * Merges crawled and existing entries, and assigns slugs. If suspiciously many entries would be
 * removed, they stay until a user allows the removals.
 */
function mergeKind<E extends Entry>(options: MergeOptions<E>): EntriesOfKind<E> {
  const { collected, current, known, since } = options;
  // Only removals after a 404 may be withheld. A row that is marked as not public was withdrawn on
  // purpose, so its entry is always removed.
  const withheld = collected.missing.flatMap(
    ({ ids, of }) => guardRemovals(ids, of, options.allowMassDelete).withheld,
  );
  const sources = new Map(collected.sources);
  for (const { id } of collected.kept) sources.set(id, known.get(id)?.source ?? '');
  for (const id of withheld) sources.set(id, known.get(id)?.source ?? '');

  const staying = [...sources.keys()].flatMap(
    (id) => collected.prepared.get(id)?.entry ?? current.get(id) ?? [],
  );
  const slugs = assignSlugs(
    staying.map((entry) => ({ ...entry, since: since(entry) })),
    new Map(Array.from(known, ([id, { slug }]) => [slug, id])),
  );
  const entries = staying
    .map((entry) => ({ ...entry, slug: slugs.get(entry.id) ?? entry.slug }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const next = new Map(options.isPartial ? known : []);
  for (const { id, slug, project, labels } of entries) {
    const before = known.get(id);
    const reported = reportedFields(collected.prepared.get(id), before);
    const from = collected.from?.get(id) ?? (collected.from && before?.from);
    const origin = collected.origins?.get(id) ?? (from === before?.from ? before : {});
    const origins = from && { from, ...originFields(origin) };
    const source = sources.get(id) ?? '';
    next.set(id, { slug, source, project, labels, ...reported, ...origins });
  }
  const sorted = [...next].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { entries, known: new Map(sorted), withheld };
}

/**
 * The fields of the state that later syncs report again: the notes about an entry, and whether it
 * lacks assets.
 */
function reportedFields(
  prepared: Pick<PreparedEntry<unknown>, 'notes' | 'missing'> | undefined,
  before: Known | undefined,
): Pick<Known, 'notes' | 'incomplete'> {
  const notes = prepared?.notes ?? before?.notes ?? [];
  const incomplete = prepared ? prepared.missing.length > 0 : before?.incomplete === true;
  return { ...(notes.length > 0 && { notes }), ...(incomplete && { incomplete }) };
}

function originFields({ tag, upstream, votes }: Origin = {}): Origin {
  return {
    ...(tag !== undefined && { tag }),
    ...(upstream !== undefined && { upstream }),
    ...(votes && { votes }),
  };
}

/** The assets that entries lack, by entry path. */
export function listMissing(
  entries: Entries,
  decisions: CollectedByKind,
  memory: Pick<AssetMemory, 'missingOf'>,
): Map<string, MissingAsset[]> {
  const missing = entryKinds.flatMap((name) =>
    [...entries[name].known].flatMap(([id, { incomplete }]): [string, MissingAsset[]][] => {
      const prepared = decisions[name].prepared.get(id);
      if (!prepared && !incomplete) return [];
      const path = `${name}/${id}`;
      return [[path, prepared?.missing ?? memory.missingOf(path)]];
    }),
  );
  return new Map(missing.filter(([, { length }]) => length > 0));
}
