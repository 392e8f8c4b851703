import { digest } from '../../lib/digest.ts';
import type { EntryKind, EntryTypes } from '../../model/content/entry-kinds.ts';
import type { UpgradeGroup } from '../../model/content/upgrade-groups.ts';

type Entry = EntryTypes[EntryKind];

/** The kinds of the items in a release's text. */
export type KindsOf = (entry: Entry) => UpgradeGroup[];

/**
 * Adds the computed fields of a list row to an entry.
 * @param digest digest of the text of the entry's file
 */
export function asListed<E extends Entry>(entry: E, digest: string, kindsOf: KindsOf = () => []) {
  return {
    ...entry,
    digest: digest.slice(0, 32),
    textBytes: Buffer.byteLength(textsOf(entry).join('')),
    textItems: 'groups' in entry ? (entry.groups ?? []).flatMap(({ items }) => items).length : 0,
    textKinds: kindsOf(entry),
    roadmapLinks: roadmapLinks(entry),
    heroFile: heroFile(entry),
  };
}

function heroFile(entry: Entry): string | null {
  return 'hero' in entry && entry.hero?.type === 'image' ? entry.hero.asset.file : null;
}

/**
 * The distinct addresses in an entry's texts that may lead to pages of milestones, and digests of
 * those of issues, which may be milestones. Only a build can decide this, because it knows the
 * site's address. A regular expression can find the addresses,
 * because sync has escaped the HTML.
 */
function roadmapLinks(entry: Entry): string[] {
  return [
    ...new Set(
      textsOf(entry).flatMap((html) =>
        [...html.matchAll(inLink)].map(
          ([, href, issue = '']) => href ?? digest(issue.toLowerCase(), 16),
        ),
      ),
    ),
  ];
}

function textsOf(entry: Entry): string[] {
  return [entry.body, ...('changes' in entry ? entry.changes.map(({ html }) => html) : [])];
}

const inLink = /<a href="(?:([^"]*\/roadmap\/[^"]+)"|([^"]{1,500}\/issues\/\d{1,10})(?!\d))/g;
