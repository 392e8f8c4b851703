/** Kinds of changes for readers who upgrade, most severe first. */
export const upgradeGroups = ['action', 'behaviour', 'new', 'fixed'] as const;
export type UpgradeGroup = (typeof upgradeGroups)[number];
