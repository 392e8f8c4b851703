/**
 * Version of the conversion. Raise it whenever the same file or GitHub release gives a different
 * row, so that these differences are not taken for corrections of releases.
 */
export const CONVERT_VERSION = 1;
