/**
 * Version of the conversion. Increase it with every change after which the same file or GitHub
 * release is converted to a different row. Otherwise, the differences would be published as
 * corrections of releases.
 */
export const CONVERT_VERSION = 14;
