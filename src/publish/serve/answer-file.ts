import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Range } from 'range-parser';
import { encodingFor, isText, isWorthEncoding } from '../../lib/http/content-encoding.ts';
import { type Encoder, nameOf } from '../../lib/http/encoder.ts';
import { requestedPart } from '../../lib/http/requested-part.ts';
import { digestOfFile } from '../generations/file-index.ts';
import { askAgain, cacheControlOf, typeOf } from '../rules/file-rules.ts';

/** Maximum size in bytes of an uncompressed text that is held in memory while it is sent. */
const maxHeld = 256 * 1024;

type Answerer = (c: Context, root: string, path: string, status: 200 | 404) => Promise<Response>;

/**
 * Creates a function that responds with a file. Responses have a content type, a strong ETag and
 * the time of the file, and texts are compressed.
 */
export function createAnswerer(encode: Encoder): Answerer {
  const readMedia = createMediaReader();

  return async (c, root, path, status) => {
    const type = typeOf(path);
    c.header('Content-Type', type);
    c.header('Cache-Control', status === 200 ? cacheControlOf(path) : askAgain);
    c.header('X-Content-Type-Options', 'nosniff');
    const answer = isText(type) ? answerText : answerMedia;
    const file = join(root, path);
    if (status === 200) c.header('Last-Modified', await timeOf(file));
    return answer(c, file, status);
  };

  async function answerText(c: Context, file: string, status: 200 | 404) {
    const { size } = await stat(file);
    const encoding = isWorthEncoding(size) ? encodingFor(c) : undefined;
    c.header('Vary', 'Accept-Encoding');
    // Compressed bytes are shared by all readers, but others would hold a copy each.
    if (!encoding && size > maxHeld) return answerMedia(c, file, status);
    const text = await readFile(file);
    const name = nameOf(text);
    const bytes = encoding ? await encode(name, encoding, text) : text;
    if (encoding) c.header('Content-Encoding', encoding);
    c.header('Content-Length', `${bytes.length}`);
    tag(c, encoding ? `${name}-${encoding}` : name, status);
    return c.body(bytes, status);
  }

  async function answerMedia(c: Context, file: string, status: 200 | 404) {
    const { size, name, stream } = await readMedia(file);
    tag(c, name, status);
    c.header('Accept-Ranges', 'bytes');
    if (c.req.method === 'GET' && status === 200) {
      const { range, 'if-range': ifRange } = c.req.header();
      const requested = requestedPart(range, ifRange, { size, etag: `"${name}"` });
      if (requested.kind === 'none') {
        c.header('Content-Range', `bytes */${size}`);
        return c.body(null, 416);
      }
      if (requested.kind === 'part') {
        const { start, end } = requested.part;
        c.header('Content-Range', `bytes ${start}-${end}/${size}`);
        c.header('Content-Length', `${end - start + 1}`);
        return c.body(stream(requested.part), 206);
      }
    }
    c.header('Content-Length', `${size}`);
    return c.req.method === 'HEAD' ? c.body(null, status) : c.body(stream(), status);
  }
}

/**
 * The file's time for `Last-Modified`. Unchanged files keep their time, because publishing makes
 * hard links to them. The time is never in the future (RFC 9110, 8.8.2.1).
 */
async function timeOf(file: string): Promise<string> {
  const { mtimeMs } = await stat(file);
  return new Date(Math.min(mtimeMs, Date.now())).toUTCString();
}

/**
 * Only responses with status 200 get an ETag, because a page that is missing now may exist later.
 */
function tag(c: Context, name: string, status: number): void {
  if (status === 200) c.header('ETag', `"${name}"`);
}

/** Creates a function that opens files, which may be too large for memory, and caches digests. */
function createMediaReader() {
  const names = new LRUCache<string, string, string>({
    max: 10_000,
    fetchMethod: async (_key, _stale, { context }) => (await digestOfFile(context)).slice(0, 32),
  });
  return async (file: string) => {
    const { dev, ino, mtimeNs, size } = await stat(file, { bigint: true });
    const name = await names.forceFetch(`${dev} ${ino} ${mtimeNs} ${size}`, { context: file });
    const stream = (part?: Range) => Readable.toWeb(createReadStream(file, part)) as ReadableStream;
    return { size: Number(size), /** Digest of the file's bytes. */ name, stream };
  };
}
