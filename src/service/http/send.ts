import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { encodingFor, isText, isWorthEncoding } from '../../lib/http/content-encoding.ts';
import { type Encoder, nameOf } from '../../lib/http/encoder.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Outgoing {
  bytes: Bytes;
  type: string;
  status?: ContentfulStatusCode;
  /** The value of `Cache-Control`. Cacheable answers get an `ETag`. */
  cacheControl?: string;
}

/**
 * Sends a body. Answers 304 if the client already has the body, and compresses the body if the
 * client accepts compression.
 */
export type Send = (c: Context, outgoing: Outgoing) => Response | Promise<Response>;

/** Value of `Cache-Control` for answers with secrets or personal data, such as email addresses. */
export const noStore = 'no-store';

/**
 * Creates a sender that follows RFC 9110, 8.8.3 "ETag", 12.5.3 "Accept-Encoding" and 13.1.2
 * "If-None-Match".
 */
export function createSend(encode: Encoder): Send {
  return (c, { bytes, type, status = 200, cacheControl }) => {
    if (cacheControl) c.header('Cache-Control', cacheControl);
    const isEncodable = isText(type) && isWorthEncoding(bytes.byteLength);
    if (isEncodable) c.header('Vary', 'Accept-Encoding');
    if (cacheControl && cacheControl !== noStore && isKnown(c, bytes)) return c.body(null, 304);
    c.header('Content-Type', type);
    const encoding = isEncodable ? encodingFor(c) : undefined;
    if (!encoding) return c.body(bytes, status);
    c.header('Content-Encoding', encoding);
    return encode(digestOf(bytes), encoding, bytes).then((encoded) => c.body(encoded, status));
  };
}

/**
 * Sets a weak `ETag`, which is the same for all encodings. Returns whether the client already has
 * the body.
 */
function isKnown(c: Context, bytes: Bytes): boolean {
  const tag = `"${digestOf(bytes)}"`;
  c.header('ETag', `W/${tag}`);
  const ifNoneMatch = c.req.header('If-None-Match');
  return ifNoneMatch?.trim() === '*' || (ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false);
}

/** Caches digests, because some bodies are sent repeatedly. */
const digests = new WeakMap<Bytes, string>();

function digestOf(bytes: Bytes): string {
  const digest = digests.get(bytes) ?? nameOf(bytes);
  digests.set(bytes, digest);
  return digest;
}
