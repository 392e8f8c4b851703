/** Limits, most of them set by the API (docs/api.md, "Limits"); lengths in characters. */
export const limits = {
  /** Maximum number of rows to skip in a list. */
  offset: 1000,
  /** Maximum rows of a page of a list. */
  limit: 100,
  /** Rows of a page without a requested limit. */
  defaultLimit: 10,
  title: { min: 3, max: 255 },
  slug: { min: 3, max: 255 },
  listName: { min: 3, max: 50 },
  /** Names and titles in commands, where the API sets no limit. */
  name: { max: 255 },
  summary: { max: 10_000 },
  /** Items of arrays in a request's body, and ids of a filter, where the API sets no limit. */
  items: {
    labels: 100,
    contributors: 100,
    attachments: 100,
    changes: 1000,
    lists: 100,
    filter: 100,
  },
  /** Types and labels that public entries use: each has its own pages and feeds. */
  workspace: { changeTypes: 100, labels: 2000 },
  /** RFC 5321, section 4.5.3.1.3, without the angle brackets around a path. */
  email: 254,
  /** Maximum number of fields in an answer's `details`. */
  details: 20,
  /** Bytes of a request's body. */
  body: 1024 * 1024,
  /** Bytes of an uploaded file, as sent and as stored. */
  file: 20 * 1024 * 1024,
  /** Items and bytes of a feed, and bytes of one item's HTML. */
  feed: { items: 500, bytes: 2_000_000, html: 64_000 },
} as const;
