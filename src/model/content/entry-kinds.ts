import type { z } from 'zod';
import { MilestoneEntry, MilestoneListing, ReleaseEntry, ReleaseListing } from './content.ts';

/** Kinds of entries, each with a folder of that name. */
export interface EntryTypes {
  releases: ReleaseEntry;
  milestones: MilestoneEntry;
}

/** Entries in lists, without texts. */
export interface ListingTypes {
  releases: ReleaseListing;
  milestones: MilestoneListing;
}

export type EntryKind = keyof EntryTypes;

interface EntryDefinition<K extends EntryKind> {
  /** Name of one entry in messages. */
  noun: string;
  /** `content/<kind>/<slug>.json`. */
  schema: z.ZodType<EntryTypes[K]>;
  listing: z.ZodType<ListingTypes[K]>;
}

export const entryDefinitions: { readonly [K in EntryKind]: EntryDefinition<K> } = {
  releases: { noun: 'release', schema: ReleaseEntry, listing: ReleaseListing },
  milestones: { noun: 'milestone', schema: MilestoneEntry, listing: MilestoneListing },
};

export const entryKinds = Object.keys(entryDefinitions) as readonly EntryKind[];

/**
 * A value for each kind of entry, in the order of `entryKinds`. Name the result's type: TypeScript
 * cannot express that it depends on the kind, so the values are not checked against it.
 */
export function byKind<T extends Record<EntryKind, unknown>>(
  make: <K extends EntryKind>(kind: K) => unknown,
): T {
  return Object.fromEntries(entryKinds.map((kind) => [kind, make(kind)])) as T;
}

/** Like `byKind` for promises, which run concurrently. */
export async function byKindAsync<T extends Record<EntryKind, unknown>>(
  make: <K extends EntryKind>(kind: K) => Promise<unknown>,
): Promise<T> {
  const values = await Promise.all(entryKinds.map((kind) => make(kind)));
  return byKind<T>((kind) => values[entryKinds.indexOf(kind)]);
}
