import { guardRemovals } from '../../lib/removal-guard.ts';
import type { Known } from '../../model/content/sync-state.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';
import { assignSlugs, type Claim } from '../prepare/slugs.ts';
import type { Collected } from '../read/collect.ts';

interface Entry {
  id: string;
  title: string;
  slug: string;
}

export interface MergeOptions<E extends Entry> {
  collected: Collected<E>;
  /** What the content folder holds, by id. */
  current: ReadonlyMap<string, E>;
  known: Readonly<Record<string, Known>>;
  /** What decides between two entries that want one slug (RFC 3339). */
  since(entry: E): string;
  allowMassDelete: boolean;
}

/** One collection as it is to stand: its entries in the order of their slugs, and what is known of them. */
export interface MergedEntries<E> {
  entries: E[];
  known: Record<string, Known>;
  withheld: string[];
}

/** From what the API showed and what is there already to the entries that are to stand. */
export function mergeEntries<E extends Entry>(options: MergeOptions<E>): MergedEntries<E> {
  const { collected, current, known, since } = options;
  // 404s alone: a row that says itself that it is not public is no accident.
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
    staying.map((entry) => claim(entry, since)),
    holders(known),
  );
  const entries = staying
    .map((entry) => ({ ...entry, slug: slugs.get(entry.id) ?? entry.slug }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const knownById = entries
    .map(({ id, slug }): [string, Known] => {
      const told = toldOf(collected.prepared.get(id), known[id]);
      const from = collected.from?.get(id) ?? (collected.from && known[id]?.from);
      return [id, { slug, source: sources.get(id) ?? '', ...told, ...(from && { from }) }];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { entries, known: Object.fromEntries(knownById), withheld };
}

/** What is to be told of an entry at later syncs as well. */
export function toldOf(
  prepared: Pick<PreparedEntry<unknown>, 'notes' | 'missing'> | undefined,
  before: Known | undefined,
): Pick<Known, 'notes' | 'incomplete'> {
  const notes = prepared?.notes ?? before?.notes ?? [];
  const incomplete = prepared ? prepared.missing.length > 0 : before?.incomplete === true;
  return { ...(notes.length > 0 && { notes }), ...(incomplete && { incomplete }) };
}

function claim<E extends Entry>(entry: E, since: (entry: E) => string): Claim {
  return { id: entry.id, slug: entry.slug, title: entry.title, since: since(entry) };
}

/** By slug: the id that holds it. */
export function holders(known: MergeOptions<Entry>['known']): Map<string, string> {
  return new Map(Object.entries(known).map(([id, { slug }]) => [slug, id]));
}
