import { byKind, type EntryKind, type EntryTypes } from '../../model/content/entry-kinds.ts';
import type { Content, EntriesById } from '../../store/read/read-content.ts';
import type { CollectedByKind, Crawled } from '../read/crawl.ts';
import { resources } from '../resources.ts';
import { type MergedEntries, mergeEntries } from './merge-entries.ts';

/** The entries that are to stand. */
export type MergedContent = { [K in EntryKind]: MergedEntries<EntryTypes[K]> };

/** From what was crawled to the entries that are to stand: removals guarded, slugs assigned. */
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
