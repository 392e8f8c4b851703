import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType, mimes } from 'hono/utils/mime';

const types = {
  ...mimes,
  md: 'text/markdown; charset=utf-8',
  opml: 'text/x-opml; charset=utf-8',
  xsl: 'text/xsl; charset=utf-8',
};

/** The `Content-Type` of a file, by its path. */
export function typeOf(path: string): string {
  return getMimeType(path, types) ?? 'application/octet-stream';
}

/** Whether files of such a type get smaller when they are compressed. */
export function isText(type: string): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
}

/** Smaller texts would not get smaller, and larger ones keep a reader waiting. In bytes. */
const worth = { from: 512, to: 8 * 1024 * 1024 };

/** Whether a text of so many bytes is compressed. */
export function isWorthEncoding(bytes: number): boolean {
  return bytes >= worth.from && bytes <= worth.to;
}
