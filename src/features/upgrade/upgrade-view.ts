import { type UpgradeGroup, upgradeGroups } from '../../model/content/upgrade-groups.ts';

// All that changes on the way from one version to another, as a page shows it. Runs in browsers too.

/** One change of a release. */
export interface UpgradeChange {
  /** Of type and text, so that a change of two releases has one. */
  key: string;
  group: UpgradeGroup;
  type: { slug: string; title: string } | null;
  /** Sanitised, to stand on a page of the site. */
  html: string;
  /** Where it stands on its release's page. */
  href: string;
}

/** A release on the way. */
export interface UpgradeRelease<Change extends UpgradeChange = UpgradeChange> {
  slug: string;
  title: string;
  version: string | null;
  /** Such as "2026-09-09". */
  day: string;
  href: string;
  changes: Change[];
}

/** A change with the releases that have it, the newest first. */
export type UpgradeItem<Change extends UpgradeChange = UpgradeChange> = Change & {
  places: { name: string; href: string }[];
};

export interface UpgradeView<Change extends UpgradeChange = UpgradeChange> {
  /** Those that hold something. */
  groups: { group: UpgradeGroup; items: UpgradeItem<Change>[] }[];
  /** Newest first. */
  releases: UpgradeRelease<Change>[];
}

/** What changed in these releases, each change once. @param releases newest first */
export function upgradeView<Change extends UpgradeChange>(
  releases: readonly UpgradeRelease<Change>[],
): UpgradeView<Change> {
  const items = [...itemsOf(releases).values()];
  const groups = upgradeGroups
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter((one) => one.items.length > 0);
  return { groups, releases: [...releases] };
}

function itemsOf<Change extends UpgradeChange>(
  releases: readonly UpgradeRelease<Change>[],
): Map<string, UpgradeItem<Change>> {
  const found = new Map<string, UpgradeItem<Change>>();
  for (const { changes, ...release } of releases) {
    const name = releaseName(release);
    const met = new Set<string>();
    for (const change of changes) {
      if (met.has(change.key)) continue;
      met.add(change.key);
      const item = found.get(change.key) ?? { ...change, places: [] };
      item.places.push({ name, href: change.href });
      found.set(change.key, item);
    }
  }
  return found;
}

/** What a release is called on the way: its version, or its title where it has none. */
export function releaseName({ version, title }: { version: string | null; title: string }): string {
  return version ?? title;
}
