import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { encodingFor, isText, isWorthEncoding } from '../../lib/http/content-encoding.ts';
import { type Encoder, nameOf } from '../../lib/http/encoder.ts';
import { requestedPart } from '../../lib/http/requested-part.ts';
import { problem } from './problem.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Outgoing {
  bytes: Bytes;
  type: string;
  status?: ContentfulStatusCode;
  /** The value of `Cache-Control`. Cacheable answers get an `ETag`. */
  cacheControl?: string;
  /** Whether clients can request a part of the body (`Range`). */
  hasParts?: boolean;
}

/**
 * Sends a body. Answers 304 if the client already has the body, and compresses the body if the
 * client accepts compression.
 */
export type Send = (c: Context, outgoing: Outgoing) => Response | Promise<Response>;

/** Value of `Cache-Control` for answers with secrets or personal data, such as email addresses. */
export const noStore = 'no-store';

/**
 * Creates a sender that follows RFC 9110, 8.8.3 "ETag", 12.5.3 "Accept-Encoding", 13.1.2
 * "If-None-Match" and 14.2 "Range".
 */
export function createSend(encode: Encoder): Send {
  return (c, outgoing) => {
    const { bytes, type, status = 200, cacheControl } = outgoing;
    if (cacheControl) c.header('Cache-Control', cacheControl);
    const isEncodable = isText(type) && isWorthEncoding(bytes.byteLength);
    if (isEncodable) c.header('Vary', 'Accept-Encoding');
    const less = cacheControl && cacheControl !== noStore ? sendLess(c, outgoing) : undefined;
    if (less) return less;
    c.header('Content-Type', type);
    const encoding = isEncodable ? encodingFor(c) : undefined;
    if (!encoding) return c.body(bytes, status);
    c.header('Content-Encoding', encoding);
    return encode(digestOf(bytes), encoding, bytes).then((encoded) => c.body(encoded, status));
  };
}

/** Sends 304, or the requested part of the body; undefined if the whole body is to be sent. */
function sendLess(c: Context, { bytes, type, hasParts = false }: Outgoing): Response | undefined {
  // Only bodies that are never encoded get a strong `ETag`, which `If-Range` needs.
  const tag = `${hasParts && !isText(type) ? '' : 'W/'}"${digestOf(bytes)}"`;
  if (isKnown(c, tag)) return c.body(null, 304);
  return hasParts ? sendPart(c, { bytes, type, tag }) : undefined;
}

/**
 * Sets the `ETag`; a weak one is the same for all encodings. Returns whether the client already has
 * the body.
 */
function isKnown(c: Context, tag: string): boolean {
  c.header('ETag', tag);
  const ifNoneMatch = c.req.header('If-None-Match');
  const isMatch = ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag.replace('W/', '')) ?? false;
  return ifNoneMatch?.trim() === '*' || isMatch;
}

/** Answers a request for a part of the body; undefined if the whole body is requested. */
function sendPart(
  c: Context,
  { bytes, type, tag }: Pick<Outgoing, 'bytes' | 'type'> & { tag: string },
): Response | undefined {
  c.header('Accept-Ranges', 'bytes');
  if (c.req.method !== 'GET') return undefined;
  const { range, 'if-range': ifRange } = c.req.header();
  const size = bytes.byteLength;
  const requested = requestedPart(range, ifRange, { size, etag: tag });
  if (requested.kind === 'all') return undefined;
  if (requested.kind === 'none') {
    c.header('Content-Range', `bytes */${size}`);
    return problem(c, 416, `The range is not satisfiable: the file has ${size} bytes.`);
  }
  const { start, end } = requested.part;
  c.header('Content-Range', `bytes ${start}-${end}/${size}`);
  c.header('Content-Type', type);
  return c.body(bytes.subarray(start, end + 1), 206);
}

/** Caches digests, because some bodies are sent repeatedly. */
const digests = new WeakMap<Bytes, string>();

function digestOf(bytes: Bytes): string {
  const digest = digests.get(bytes) ?? nameOf(bytes);
  digests.set(bytes, digest);
  return digest;
}
