import { type UpgradeGroup, upgradeGroups } from '../../model/content/upgrade-groups.ts';
import type { Named } from '../../site/base/release-name.ts';
import type { CopyableChange, UpgradeDocument } from './upgrade-data.ts';

// Collects all changes between two versions for a page. Also runs in browsers.

export type UpgradeChange = Omit<CopyableChange, 'markdown'>;

/** A release between two versions. */
export type UpgradeRelease<Change extends UpgradeChange = UpgradeChange> = Omit<
  UpgradeDocument['releases'][number],
  'changes'
> & { changes: Change[] };

/** A change with the releases that contain it, newest first. */
export type UpgradeItem<Change extends UpgradeChange = UpgradeChange> = Change & {
  places: { name: string; href: string }[];
};

export interface UpgradeView<Change extends UpgradeChange = UpgradeChange> {
  /** Groups without changes are omitted. */
  groups: { group: UpgradeGroup; items: UpgradeItem<Change>[] }[];
  /** The releases between the two versions, newest first. */
  releases: UpgradeRelease<Change>[];
}

/** Groups the changes of these releases, and merges equal changes. @param releases newest first */
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
    const name = versionOrTitle(release);
    const met = new Set<string>();
    for (const change of changes) {
      if (met.has(change.key)) continue;
      met.add(change.key);
      const item = found.get(change.key) ?? { ...change, places: [] };
      // Another release may list the same change below a heading such as "Breaking". The change
      // then gets the more urgent group.
      if (upgradeGroups.indexOf(change.group) < upgradeGroups.indexOf(item.group))
        item.group = change.group;
      item.places.push({ name, href: change.href });
      found.set(change.key, item);
    }
  }
  return found;
}

/** The name of a release in lists, with its version, which titles such as "8.2" shorten. */
export function listedName({ title, version }: Named): string {
  if (!version || title.includes(version)) return title;
  const numbers = title.split(/[^\d.]+/);
  return numbers.includes(version.replace(/\.0$/, '')) ? title : `${version} ${title}`;
}

/** The version of a release, or its title if it has no version. */
export function versionOrTitle({ version, title }: Named): string {
  return version ?? title;
}
