/** What a change means to whoever upgrades, the gravest first. */
export const upgradeGroups = ['action', 'behaviour', 'new', 'fixed'] as const;
export type UpgradeGroup = (typeof upgradeGroups)[number];
