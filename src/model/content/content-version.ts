/**
 * Version of the format of all content. Raise it if an older Waymark would misread the new content.
 * Newer versions of Waymark read all older content. Content that has no `content_version` has
 * version 1.
 */
export const contentVersion: number = 1;
