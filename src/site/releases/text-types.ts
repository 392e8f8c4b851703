import type { ChangeTypeEntry, ReleaseListing } from '../../model/content/content.ts';
import { type UpgradeGroup, upgradeGroups } from '../../model/content/upgrade-groups.ts';
import type { SiteFrame } from '../base/context.ts';
import { kindOfType } from '../base/upgrade-kinds.ts';

/**
 * Gives types to releases that list no changes, by the kinds of the items in their texts, so that
 * lists and filters have them. The type of a kind is the workspace's first type of that kind. If
 * there is none, it has the name of the planner's group.
 * @returns the releases, and all types of changes
 */
export function withTextTypes(
  releases: readonly ReleaseListing[],
  site: SiteFrame,
): { releases: ReleaseListing[]; types: ChangeTypeEntry[] } {
  const types = [...site.workspace.change_types];
  const found = new Map<UpgradeGroup, string>();
  const typeOf = (kind: UpgradeGroup) => {
    const known = found.get(kind) ?? types.find((type) => kindOfType(type, site) === kind)?.slug;
    const slug = known ?? addType(kind, types, site);
    found.set(kind, slug);
    return { type: slug };
  };
  // Added in the order of severity, whatever the order of the releases.
  const used = new Set(releases.flatMap(({ textKinds }) => textKinds));
  for (const kind of upgradeGroups) if (kind !== 'rest' && used.has(kind)) typeOf(kind);
  return {
    releases: releases.map((one) => {
      const kinds = one.textKinds.filter((kind) => kind !== 'rest');
      return kinds.length > 0 ? { ...one, changes: kinds.map(typeOf) } : one;
    }),
    types,
  };
}

function addType(kind: UpgradeGroup, types: ChangeTypeEntry[], { strings }: SiteFrame): string {
  const slugs = new Set(types.map(({ slug }) => slug));
  const slug = slugs.has(kind) ? `${kind}-in-text` : kind;
  types.push({ slug, title: strings.upgrade.groups[kind], color: null });
  return slug;
}
