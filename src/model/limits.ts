/** Bounds that the specification sets (sections "Limits" and "Endpoints"); lengths in characters. */
export const limits = {
  /** Rows to skip in a list, at most. */
  offset: 1000,
  /** Rows of one list answer, at most. */
  limit: 100,
  /** Rows of one list answer where no limit is asked for. */
  defaultLimit: 10,
  title: { min: 3, max: 255 },
  slug: { min: 3, max: 255 },
  listName: { min: 3, max: 50 },
  /** A request's body, in bytes. */
  body: 1024 * 1024,
} as const;
