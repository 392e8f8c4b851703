/** Groups of changes on upgrade pages, most severe first. */
export const upgradeGroups = ['action', 'behaviour', 'new', 'fixed', 'rest'] as const;
export type UpgradeGroup = (typeof upgradeGroups)[number];
