/** What a change means in an upgrade, most severe first. */
export const upgradeGroups = ['action', 'behaviour', 'new', 'fixed'] as const;
export type UpgradeGroup = (typeof upgradeGroups)[number];
