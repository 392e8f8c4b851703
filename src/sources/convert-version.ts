/**
 * Version of the conversion. Raise it whenever the same file or GitHub release is converted to a
 * different row. Otherwise the differences would be published as corrections of releases.
 */
export const CONVERT_VERSION = 1;
