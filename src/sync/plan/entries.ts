import { guardRemovals } from '../../lib/removal-guard.ts';
import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import { type Known, type KnownEntries, Origin } from '../../model/content/sync-state.ts';
import type { EntriesById } from '../../store/read/read-content.ts';
import type { AssetMemory } from '../prepare/assets/memory.ts';
import { assignSlugs } from '../prepare/slugs.ts';
import type { Collected, CollectedByKind, EntryDecision, Owned } from '../read/decisions.ts';
import type { PreparedEntry } from '../read/prepared-entry.ts';
import type { Session } from '../session.ts';

/** The entries after this sync, of all kinds. */
export type Entries = { [K in EntryKind]: EntriesOfKind<EntryTypes[K]> };

type Entry = EntryTypes[EntryKind];

type MergeSession = Pick<Session, 'known' | 'ids' | 'allowMassDelete'> & { current: EntriesById };

/**
 * Merges the decisions with the existing entries, and assigns slugs. If suspiciously many entries
 * would be removed, they stay until a user allows the removals.
 */
export function mergeEntries(session: MergeSession, collected: CollectedByKind): Entries {
  return byKind<Entries>((kind) => mergeKind(kind, session, collected[kind]));
}

interface EntriesOfKind<E> {
  /** The entries that were read, sorted by slug. */
  entries: E[];
  /** The state of all entries, sorted by id. */
  known: KnownEntries;
  /** Ids of entries that stay, because removing so many at once may be an accident. */
  withheld: string[];
}

function mergeKind<K extends EntryKind>(
  kind: K,
  session: MergeSession,
  { decisions }: Collected<EntryTypes[K]>,
): EntriesOfKind<EntryTypes[K]> {
  const current: ReadonlyMap<string, EntryTypes[K]> = session.current[kind];
  const known = session.known[kind];
  const withheld = withholdRemovals([...decisions.values()], known, session.allowMassDelete);
  const stay = new Set(withheld);
  const staying = [...decisions.values()].flatMap((one) =>
    one.kind === 'fresh' || one.kind === 'kept' || stay.has(one.id)
      ? (one.prepared?.entry ?? current.get(one.id) ?? [])
      : [],
  );
  const slugs = assignSlugs(
    staying.map((entry: Entry) => ({ ...entry, since: findTime(entry) })),
    new Map(Array.from(known, ([id, { slug }]) => [slug, id])),
  );
  const entries = staying
    .map((entry) => ({ ...entry, slug: slugs.get(entry.id) ?? entry.slug }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  // In a sync by id, entries that were not read stay as they are.
  const next = new Map(session.ids ? known : []);
  for (const { id, slug, project, labels } of entries) {
    const [before, decision] = [known.get(id), decisions.get(id)];
    const reported = pickReported(decision?.prepared, before);
    const { from, origin = from === before?.from ? before : {} } = decision ?? {};
    const origins = from && { from, ...Origin.parse(origin) };
    const source = decision?.kind === 'fresh' ? decision.source : (before?.source ?? '');
    next.set(id, { slug, source, project, labels, ...reported, ...origins });
  }
  const sorted = [...next].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { entries, known: new Map(sorted), withheld };
}

/** If two entries want the same slug, the entry with the earlier time (RFC 3339) gets it. */
function findTime(entry: Entry): string {
  return 'released_at' in entry ? entry.released_at : (entry.created_at ?? '');
}

/**
 * Ids of entries that would be removed after a 404, if there are suspiciously many of one source. A
 * row that is marked as not public was withdrawn on purpose, so its entry is always removed.
 */
function withholdRemovals(
  decisions: readonly Owned<EntryDecision<unknown>>[],
  known: KnownEntries,
  allowMassDelete: boolean,
): string[] {
  const bySource = Map.groupBy(decisions, ({ from }) => from);
  return [...bySource.values()].flatMap((ofSource) => {
    const missing = ofSource.flatMap(({ kind, id }) => (kind === 'missing' ? id : []));
    const former = ofSource.filter(({ kind, id }) => kind === 'missing' || known.has(id));
    return guardRemovals(missing, former.length, allowMassDelete).withheld;
  });
}

/**
 * The fields of the state that later syncs report again: the notes about an entry, and whether it
 * lacks assets.
 */
function pickReported(
  prepared: Pick<PreparedEntry<unknown>, 'notes' | 'missing'> | undefined,
  before: Known | undefined,
): Pick<Known, 'notes' | 'incomplete'> {
  const notes = prepared?.notes ?? before?.notes ?? [];
  const incomplete = prepared ? prepared.missing.length > 0 : before?.incomplete === true;
  return { ...(notes.length > 0 && { notes }), ...(incomplete && { incomplete }) };
}

/** The assets that entries lack, by entry path. */
export function listMissing(
  entries: Entries,
  decisions: CollectedByKind,
  memory: Pick<AssetMemory, 'findMissing'>,
): Map<string, MissingAsset[]> {
  const missing = entryKinds.flatMap((name) =>
    [...entries[name].known].flatMap(([id, { incomplete }]): [string, MissingAsset[]][] => {
      const prepared = decisions[name].decisions.get(id)?.prepared;
      if (!prepared && !incomplete) return [];
      const path = `${name}/${id}`;
      return [[path, prepared?.missing ?? memory.findMissing(path)]];
    }),
  );
  return new Map(missing.filter(([, { length }]) => length > 0));
}
