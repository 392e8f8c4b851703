import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

export type Encoding = 'br' | 'gzip';

/**
 * Chooses an encoding. Prefers brotli if the client accepts brotli and gzip equally. The order in
 * the header is ignored, because browsers always list gzip first.
 */
export function encodingFor(c: Context): Encoding | undefined {
  const accepted = parseAccept(c.req.header('Accept-Encoding') ?? '');
  const weights = new Map(accepted.map(({ type, q }) => [type.toLowerCase(), q]));
  const weight = (one: Encoding) => weights.get(one) ?? weights.get('*') ?? 0;
  const best = weight('gzip') > weight('br') ? 'gzip' : 'br';
  return weight(best) > 0 ? best : undefined;
}

/** Whether a content type compresses well. */
export function isText(type: string): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
}

/**
 * Sizes worth compressing, in bytes. Smaller texts gain nothing, and larger texts take too long.
 */
const worth = { from: 512, to: 8 * 1024 * 1024 };

/** Whether a text of this size is worth compressing. */
export function isWorthEncoding(bytes: number): boolean {
  return bytes >= worth.from && bytes <= worth.to;
}
