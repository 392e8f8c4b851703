/**
 * Version of the format of all content; content without `content_version` has version 1. Every
 * Waymark reads content of its own and all earlier versions. Raise the version if an older Waymark
 * would misread the new content.
 */
export const contentVersion: number = 1;
