/** What every feed format tells: a channel and its newest items. Addresses are whole. */
export interface Feed {
  /** A URI that outlives names, addresses and builds. */
  id: string;
  title: string;
  description: string;
  /** BCP 47. */
  language: string;
  /** Who speaks where an item names nobody. */
  author: string;
  /** Address of the page that shows the same. */
  page: string;
  /** Where its documents lie: a path below the base, such as `projects/web/`; may be empty. */
  folder: string;
  /** Newest first. */
  items: FeedItem[];
}

/** One entry of a feed. Times are RFC 3339 in UTC, texts plain unless they say otherwise. */
export interface FeedItem {
  /** From the API's id alone: the same after a change of slug, domain or build. */
  id: string;
  url: string;
  title: string;
  summary: string;
  /** Sanitised, with whole addresses. */
  html: string;
  published: string | undefined;
  /** When it was really edited after that. */
  edited: string | undefined;
  categories: string[];
  authors: string[];
  picture: { url: string; type: string; bytes: number } | undefined;
}

/** When an item was last given words, as far as that is known. */
export function changed({ published, edited }: FeedItem): string | undefined {
  return edited ?? published;
}

/** Reads a release and makes its item. */
export type MakeItem = (release: { slug: string }) => Promise<FeedItem>;
