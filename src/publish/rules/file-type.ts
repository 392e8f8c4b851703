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
