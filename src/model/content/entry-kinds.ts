import type { z } from 'zod';
import { MilestoneEntry, MilestoneListing, ReleaseEntry, ReleaseListing } from './content.ts';

/** The kinds of entries. Each has a folder of the same name. */
export interface EntryTypes {
  releases: ReleaseEntry;
  milestones: MilestoneEntry;
}

/** The types of entries in listings, which have no bodies. */
export interface ListingTypes {
  releases: ReleaseListing;
  milestones: MilestoneListing;
}

export type EntryKind = keyof EntryTypes;

interface EntryDefinition<K extends EntryKind> {
  /** Word for an entry in messages. */
  noun: string;
  /** Schema of `content/<kind>/<slug>.json`. */
  schema: z.ZodType<EntryTypes[K]>;
  listing: z.ZodType<ListingTypes[K]>;
}

export const entryDefinitions: { readonly [K in EntryKind]: EntryDefinition<K> } = {
  releases: { noun: 'release', schema: ReleaseEntry, listing: ReleaseListing },
  milestones: { noun: 'milestone', schema: MilestoneEntry, listing: MilestoneListing },
};

export const entryKinds = Object.keys(entryDefinitions) as readonly EntryKind[];

/**
 * Creates a value for each kind of entry, in the order of `entryKinds`. Callers must pass the
 * result's type as `T`. TypeScript cannot check `T`, because the type of each value depends on the
 * kind.
 */
export function byKind<T extends Record<EntryKind, unknown>>(
  make: <K extends EntryKind>(kind: K) => unknown,
): T {
  return Object.fromEntries(entryKinds.map((kind) => [kind, make(kind)])) as T;
}

/** Like `byKind`, for promises. They run concurrently. */
export async function byKindAsync<T extends Record<EntryKind, unknown>>(
  make: <K extends EntryKind>(kind: K) => Promise<unknown>,
): Promise<T> {
  const values = await Promise.all(entryKinds.map((kind) => make(kind)));
  return byKind<T>((kind) => values[entryKinds.indexOf(kind)]);
}
