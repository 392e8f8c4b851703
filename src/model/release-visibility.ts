/** The state of a release that an event announced. */
export type ReleaseVisibility =
  /** The published site shows it. */
  | { kind: 'public' }
  /** It is not public, and waiting will not change that. */
  | { kind: 'not-public'; why: string }
  /** It will be public; `at` is when, if known. */
  | { kind: 'not-yet'; why: string; at?: Date };
