/** Whether the site shows a release that an event announced. */
export type ReleaseVisibility =
  /** The published site shows the release. */
  | { kind: 'public' }
  /** The release is not public, and waiting does not make it public. */
  | { kind: 'not-public'; why: string }
  /** The release will become public, at the time `at` if that is known. */
  | { kind: 'not-yet'; why: string; at?: Date };
