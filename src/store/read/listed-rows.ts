import type { TextGroup } from '../../model/content/content.ts';
import type { EntryKind, EntryTypes } from '../../model/content/entry-kinds.ts';

type Entry = EntryTypes[EntryKind];

/** What a row of a list knows beside its summary. */
interface Listed {
  digest: string;
  textBytes: number;
  textItems: number;
  roadmapLinks: string[];
  heroFile: string | null;
}

/** An entry with all that its row needs. @param digest of its file's text */
export function asListed<E extends Entry>(entry: E, digest: string): E & Listed {
  return {
    ...entry,
    digest: digest.slice(0, 32),
    textBytes: Buffer.byteLength(textsOf(entry).join('')),
    textItems: 'groups' in entry ? countItems(entry.groups ?? []) : 0,
    roadmapLinks: roadmapLinks(entry),
    heroFile: heroFile(entry),
  };
}

function countItems(groups: readonly TextGroup[]): number {
  return groups.reduce((count, { items }) => count + items.length, 0);
}

function heroFile(entry: Entry): string | null {
  return 'hero' in entry && entry.hero?.type === 'image' ? entry.hero.asset.file : null;
}

/**
 * Addresses in an entry's texts that may be those of a milestone's page, each once: which of them
 * are is known where the site's own address is. Sync has escaped whatever could end one.
 */
function roadmapLinks(entry: Entry): string[] {
  return [
    ...new Set(
      textsOf(entry).flatMap((html) =>
        [...html.matchAll(inLink)].flatMap(([, href]) => href ?? []),
      ),
    ),
  ];
}

function textsOf(entry: Entry): string[] {
  return [entry.body, ...('changes' in entry ? entry.changes.map(({ html }) => html) : [])];
}

const inLink = /<a href="([^"]*\/roadmap\/[^"]+)"/g;
