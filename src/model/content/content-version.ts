/**
 * Raised when content is written that an older Waymark would read wrongly. What older ones wrote is
 * read by all newer ones; content without a number is of version 1.
 */
export const contentVersion: number = 1;
