/** A feed before it is written in a format: a channel and its newest items. All addresses are absolute. */
export interface Feed {
  /** A URI that outlives names, addresses and builds. */
  id: string;
  title: string;
  description: string;
  /** BCP 47. */
  language: string;
  /** The author of items without authors. */
  author: string;
  /** Address of the page that shows the same. */
  page: string;
  /** Folder of its documents below the base, such as `projects/web/`; may be empty. */
  folder: string;
  /** Newest first. */
  items: FeedItem[];
}

/** One entry of a feed. Times are RFC 3339 in UTC; texts are plain except `html`. */
export interface FeedItem {
  /** Contains only ids of the API, so that a new slug or domain does not make it unread. */
  id: string;
  url: string;
  title: string;
  summary: string;
  /** Sanitised HTML with absolute URLs. */
  html: string;
  published: string | undefined;
  /** Undefined unless it was edited after publication. */
  edited: string | undefined;
  categories: FeedCategory[];
  authors: string[];
  picture: FeedFile | undefined;
  video?: FeedFile | undefined;
}

export interface FeedCategory {
  name: string;
  /** A URI for its kind, such as labels, which outlives names and addresses like an item's id. */
  scheme: string;
}

/** A mirrored file. Width and height are in pixels. */
export interface FeedFile {
  url: string;
  type: string;
  bytes: number;
  width?: number | undefined;
  height?: number | undefined;
}

/** When an item last changed, if known. */
export function changed({ published, edited }: FeedItem): string | undefined {
  return edited ?? published;
}

/** An item's picture or video as attributes of Media RSS's `media:content`, also in Atom. */
export function mediaContent({ picture, video }: FeedItem): Record<string, string> | undefined {
  const file = picture ?? video;
  if (!file) return undefined;
  const { url, type, bytes, width, height } = file;
  const medium = picture ? 'image' : 'video';
  const size = width && height ? { width: `${width}`, height: `${height}` } : {};
  return { url, type, medium, fileSize: `${bytes}`, ...size };
}

/** Reads a release and makes its item. */
export type MakeItem = (release: { slug: string }) => Promise<FeedItem>;
