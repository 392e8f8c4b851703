import { printableXml } from './printable.ts';

/**
 * The content of a feed in any format: a channel and its newest items. All addresses are absolute.
 */
export interface Feed {
  /** A URI that stays the same when names or addresses change. */
  id: string;
  title: string;
  description: string;
  /** BCP 47. */
  language: string;
  /** The author of items without authors. */
  author: string;
  /** Address of the page with the same content. */
  page: string;
  /** Folder of the feed's documents below the base, such as `projects/web/`; may be empty. */
  folder: string;
  /** Newest first. */
  items: FeedItem[];
}

/** One entry of a feed. Times are RFC 3339 in UTC; texts are plain except `html`. */
export interface FeedItem {
  /**
   * Made only from ids of the API. A new slug or domain does not change it, so feed readers do not
   * show the item as unread again.
   */
  id: string;
  url: string;
  title: string;
  summary: string;
  /** Sanitised HTML with absolute URLs. */
  html: string;
  published: string | undefined;
  /** Time of the last edit; undefined unless the item was edited after publication. */
  edited?: string | undefined;
  categories: FeedCategory[];
  authors: string[];
  picture?: FeedFile | undefined;
  video?: FeedFile | undefined;
}

export interface FeedCategory {
  name: string;
  /**
   * A URI for the kind of category, such as labels. It stays the same when names or addresses
   * change.
   */
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

/** Creates an item, without characters that some feed readers reject. */
export function feedItem(
  item: Omit<FeedItem, 'categories' | 'authors'> & Partial<FeedItem>,
): FeedItem {
  return printableXml({ categories: [], authors: [], ...item });
}

/** When an item last changed, if known. */
export function changed({ published, edited }: FeedItem): string | undefined {
  return edited ?? published;
}

/**
 * The attributes of `media:content` (Media RSS) for an item's picture or video. Both RSS and Atom
 * documents use these attributes.
 */
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
