/**
 * Raise this whenever the same file or GitHub release produces another row: differences that a new
 * converter makes are then not taken for corrections of releases.
 */
export const CONVERT_VERSION = 1;
