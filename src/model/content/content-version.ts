/**
 * Raise this when an older Waymark would misread the content. Newer versions read all older
 * content; content without a number is version 1.
 */
export const contentVersion: number = 1;
