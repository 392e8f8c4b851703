import pLimit from 'p-limit';
import type { Known } from '../model/sync-state.ts';
import type { Collected } from './collect.ts';
import { guardRemovals } from './guard.ts';
import { assignSlugs, type Claim } from './slugs.ts';

/** Preparing waits for pictures; more at once would only wait together. */
const preparedAtOnce = 8;

interface Row {
  id: string;
  title: string;
  slug?: string | null | undefined;
}

interface Entry {
  id: string;
  title: string;
  slug: string;
}

export interface SettleOptions<R extends Row, E extends Entry> {
  collected: Collected<R>;
  /** What the content folder holds, by id. */
  current: ReadonlyMap<string, E>;
  known: Readonly<Record<string, Known>>;
  /** What decides between two rows that want one slug (RFC 3339). */
  since(row: R | E): string;
  prepare(row: R, slug: string): Promise<Prepared<E>>;
  allowMassDelete: boolean;
}

export interface Prepared<E> {
  entry: E;
  /** Something was missing that another sync may get: it prepares the entry again. */
  again: boolean;
}

/** One collection as it is to stand: its entries in the order of their slugs, and what is known of them. */
export interface Settled<E> {
  entries: E[];
  known: Record<string, Known>;
  withheld: string[];
}

/** From what the API showed and what is there already to the entries that are to stand. */
export async function settleEntries<R extends Row, E extends Entry>(
  options: SettleOptions<R, E>,
): Promise<Settled<E>> {
  const { collected, current, known, prepare } = options;
  const { withheld } = guardRemovals(collected.missing, current.size, options.allowMassDelete);
  const staying = [...collected.kept.map(({ id }) => id), ...withheld];
  const { rows, sources } = collected;
  for (const id of staying) sources.set(id, known[id]?.source ?? '');

  const slugs = assignSlugs(claims([...sources.keys()], rows, options), holders(current));
  const placed = await pLimit(preparedAtOnce).map(slugs, async ([id, slug]) => {
    const row = rows.get(id);
    const prepared = row && (await prepare(row, slug));
    if (prepared?.again) sources.set(id, '');
    rows.delete(id);
    const entry = prepared ? prepared.entry : current.get(id);
    return entry ? [{ ...entry, slug }] : [];
  });
  const entries = placed.flat();
  entries.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { entries, known: knownOf(entries, sources), withheld };
}

function claims<R extends Row, E extends Entry>(
  ids: string[],
  rows: ReadonlyMap<string, R>,
  { current, since }: SettleOptions<R, E>,
): Claim[] {
  return ids.flatMap((id) => {
    const from = rows.get(id) ?? current.get(id);
    return from ? [{ id, slug: from.slug, title: from.title, since: since(from) }] : [];
  });
}

function holders(current: ReadonlyMap<string, Entry>): Map<string, string> {
  return new Map([...current.values()].map(({ id, slug }) => [slug, id]));
}

function knownOf(entries: Entry[], sources: ReadonlyMap<string, string>): Record<string, Known> {
  const known = entries.map(
    ({ id, slug }) => [id, { slug, source: sources.get(id) ?? '' }] as const,
  );
  return Object.fromEntries(known.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
