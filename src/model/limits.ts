/**
 * Limits, most of which the API sets (docs/api.md, "Limits"). Lengths of texts are in characters.
 */
export const limits = {
  /** Maximum number of rows to skip in a list. */
  offset: 1000,
  /** Maximum number of rows in a page of a list. */
  limit: 100,
  /** Number of rows in a page if the request has no `limit` parameter. */
  defaultLimit: 10,
  title: { min: 3, max: 255 },
  slug: { min: 3, max: 255 },
  listName: { min: 3, max: 50 },
  /** Length of names and titles in commands, for which the API sets no limit. */
  name: { max: 255 },
  summary: { max: 10_000 },
  /**
   * Maximum length of arrays in a request's body, and maximum number of ids in a filter. The API
   * sets no limits for them.
   */
  items: {
    labels: 100,
    contributors: 100,
    attachments: 100,
    changes: 1000,
    lists: 100,
    filter: 100,
  },
  /**
   * Number of types and labels that public entries use. It is limited because each has its own
   * pages and feeds.
   */
  workspace: { changeTypes: 100, labels: 2000 },
  /**
   * Length of an email address. RFC 5321, section 4.5.3.1.3, allows 256 including two angle
   * brackets.
   */
  email: 254,
  /** Maximum number of fields in an answer's `details`. */
  details: 20,
  /** Size of a request's body, in bytes. */
  body: 1024 * 1024,
  /** Size of an uploaded file in bytes, both as sent and as stored. */
  file: 20 * 1024 * 1024,
  /**
   * Maximum number of items in a feed, size of a feed in bytes, and size of one item's HTML in
   * bytes.
   */
  feed: { items: 500, bytes: 2_000_000, html: 64_000 },
} as const;
