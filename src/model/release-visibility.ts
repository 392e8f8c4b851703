/** What is known of a release that an event told of. */
export type ReleaseVisibility =
  /** It stands in what was published. */
  | { kind: 'public' }
  /** It is not public and will not be by itself. */
  | { kind: 'not-public'; why: string }
  /** It is on its way; `at` is when it goes live, where that is known. */
  | { kind: 'not-yet'; why: string; at?: Date };
