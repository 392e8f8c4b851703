/** Bounds, most of them set by the API (docs/api.md, "Limits"); lengths in characters. */
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
  /** Names and titles that commands give, where the API sets no bound. */
  name: { max: 255 },
  summary: { max: 10_000 },
  /** Items of the arrays in a body, and ids of a filter, where the API sets no bound. */
  items: {
    labels: 100,
    contributors: 100,
    attachments: 100,
    changes: 1000,
    lists: 100,
    filter: 100,
  },
  /** Of what public entries of a workspace use: each has pages and feeds of its own. */
  workspace: { changeTypes: 100, labels: 2000 },
  /** RFC 5321, section 4.5.3.1.3, without the angle brackets around a path. */
  email: 254,
  /** Fields of a body that an answer says what is wrong with. */
  details: 20,
  /** A request's body, in bytes. */
  body: 1024 * 1024,
  /** An uploaded file, in bytes, as it is sent and as it is stored. */
  file: 20 * 1024 * 1024,
  /** A feed: its items, its bytes, and the bytes of one item's HTML. */
  feed: { items: 500, bytes: 2_000_000, html: 64_000 },
} as const;
