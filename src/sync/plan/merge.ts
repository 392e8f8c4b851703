import { guardRemovals } from '../../lib/removal-guard.ts';
import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import type { Known } from '../../model/content/sync-state.ts';
import type { Origin } from '../../sources/source.ts';
import type { Content, EntriesById } from '../../store/read/read-content.ts';
import type { AssetMemory } from '../prepare/assets/memory.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';
import { assignSlugs } from '../prepare/slugs.ts';
import type { Collected } from '../read/collect.ts';
import type { CollectedByKind, Crawled } from '../read/crawl.ts';
import { resources } from '../read/resources.ts';

/** The entries after this sync, of all kinds. */
export type MergedContent = { [K in EntryKind]: MergedEntries<EntryTypes[K]> };

export function mergeContent(
  crawled: Crawled,
  current: Content,
  allowMassDelete: boolean,
): MergedContent {
  const collected: CollectedByKind = crawled;
  const entries: EntriesById = current;
  return byKind<MergedContent>(<K extends EntryKind>(kind: K) =>
    mergeEntries<EntryTypes[K]>({
      collected: collected[kind],
      current: entries[kind],
      known: current.state?.[kind] ?? {},
      since: resources[kind].since,
      allowMassDelete,
    }),
  );
}

type Entry = Pick<EntryTypes[EntryKind], 'id' | 'title' | 'slug'>;

interface MergeOptions<E extends Entry> {
  collected: Collected<E>;
  /** Entries in the content folder, by id. */
  current: ReadonlyMap<string, E>;
  known: Readonly<Record<string, Known>>;
  /** If two entries want the same slug, the entry with the earlier time (RFC 3339) gets it. */
  since(entry: E): string;
  allowMassDelete: boolean;
}

/** The entries of one collection after this sync, sorted by slug, and their part of the state. */
interface MergedEntries<E> {
  entries: E[];
  known: Record<string, Known>;
  withheld: string[];
}

/**
 * Merges crawled and existing entries, and assigns slugs. If suspiciously many entries would be
 * removed, they stay until a user allows the removals.
 */
function mergeEntries<E extends Entry>(options: MergeOptions<E>): MergedEntries<E> {
  const { collected, current, known, since } = options;
  // Only removals after a 404 may be withheld. A row that is marked as not public was withdrawn on
  // purpose, so its entry is always removed.
  const withheld = collected.missing.flatMap(
    ({ ids, of }) => guardRemovals(ids, of, options.allowMassDelete).withheld,
  );
  const sources = new Map(collected.sources);
  for (const { id } of collected.kept) sources.set(id, known[id]?.source ?? '');
  for (const id of withheld) sources.set(id, known[id]?.source ?? '');

  const staying = [...sources.keys()].flatMap(
    (id) => collected.prepared.get(id)?.entry ?? current.get(id) ?? [],
  );
  const slugs = assignSlugs(
    staying.map((entry) => ({ ...entry, since: since(entry) })),
    idsBySlug(known),
  );
  const entries = staying
    .map((entry) => ({ ...entry, slug: slugs.get(entry.id) ?? entry.slug }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const knownById = entries
    .map(({ id, slug }): [string, Known] => {
      const reported = reportedFields(collected.prepared.get(id), known[id]);
      const from = collected.from?.get(id) ?? (collected.from && known[id]?.from);
      const origin = collected.origins?.get(id) ?? (from === known[id]?.from ? known[id] : {});
      return [
        id,
        {
          slug,
          source: sources.get(id) ?? '',
          ...reported,
          ...(from && { from, ...originFields(origin) }),
        },
      ];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { entries, known: Object.fromEntries(knownById), withheld };
}

/**
 * The fields of the state that later syncs report again: the notes about an entry, and whether it
 * lacks assets.
 */
export function reportedFields(
  prepared: Pick<PreparedEntry<unknown>, 'notes' | 'missing'> | undefined,
  before: Known | undefined,
): Pick<Known, 'notes' | 'incomplete'> {
  const notes = prepared?.notes ?? before?.notes ?? [];
  const incomplete = prepared ? prepared.missing.length > 0 : before?.incomplete === true;
  return { ...(notes.length > 0 && { notes }), ...(incomplete && { incomplete }) };
}

function originFields({ tag, upstream }: Origin = {}): Origin {
  return { ...(tag !== undefined && { tag }), ...(upstream !== undefined && { upstream }) };
}

/** Maps each slug to the id of the entry that has it. */
export function idsBySlug(known: MergeOptions<Entry>['known']): Map<string, string> {
  return new Map(Object.entries(known).map(([id, { slug }]) => [slug, id]));
}

/** The assets that entries lack, by entry path. */
export function listMissing(
  merged: MergedContent,
  crawled: Crawled,
  memory: AssetMemory,
): Map<string, MissingAsset[]> {
  const missing = entryKinds.flatMap((name) =>
    merged[name].entries.map(({ id }): [string, MissingAsset[]] => {
      const path = `${name}/${id}`;
      const isKnown = merged[name].known[id]?.incomplete === true;
      const known = isKnown ? memory.missingOf(path) : [];
      return [path, crawled[name].prepared.get(id)?.missing ?? known];
    }),
  );
  return new Map(missing.filter(([, { length }]) => length > 0));
}
