import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readBytes } from '../../lib/http/read-bytes.ts';
import { parseForeignJson, TooDeepError, TooManyKeysError } from '../../lib/json.ts';
import { decodeUtf8 } from '../../lib/text/text.ts';
import { limits } from '../../model/limits.ts';
import { invalidFields, RefusedError } from '../refused-error.ts';
import { detailsOf, findUnstorable, nameOf } from './details.ts';
import type { HttpContext } from './handle.ts';

/**
 * Reads a request's body as JSON text; empty if there is no body. A body needs the type
 * `application/json` (docs/api.md).
 * @param isTaken whether the endpoint takes a body; if not, the body is ignored
 * @throws RefusedError
 */
export async function readBody(c: HttpContext, isTaken: boolean): Promise<string> {
  const pieces: Buffer[] = [];
  const bound = { max: limits.body, error: `The body is over ${limits.body} bytes.` };
  await readWithin(c.env.incoming, bound, (piece) => pieces.push(piece));
  if (!isTaken) return '';
  const text = decodeUtf8(Buffer.concat(pieces));
  if (text === undefined) throw new RefusedError('invalid', 'The body is not in UTF-8.');
  if (text === '' || isJson(c.req.header('content-type'))) return text;
  throw new RefusedError('unsupported', notJson);
}

/**
 * Reads a body of limited size in pieces.
 * @throws RefusedError
 */
export async function readWithin(
  request: IncomingMessage,
  { max, error }: { max: number; error: string },
  take: (piece: Buffer) => void,
  signal?: AbortSignal,
): Promise<void> {
  const tooLarge = () => new RefusedError('too-large', error);
  if (Number(request.headers['content-length'] ?? 0) > max) throw tooLarge();
  let size = 0;
  const takeNext = (piece: Buffer) => {
    size += piece.length;
    if (size > max) throw tooLarge();
    take(piece);
  };
  await readBytes(request, takeNext, signal);
}

const notJson = 'The body must be JSON, with Content-Type: application/json.';

function isJson(contentType = ''): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

/**
 * Parses a request's JSON with a schema. A missing body counts as an empty object.
 * @throws RefusedError
 */
export function parseJsonBody<T>(text: string, schema: z.ZodType<T>): T {
  const value = parseJson(text);
  // Only escapes can make a text of UTF-8 unstorable.
  const unstorable = /\\u(?:0000|d[89a-f])/i.test(text) ? findUnstorable(value) : undefined;
  if (unstorable) throw invalidFields({ [nameOf(unstorable.path)]: unstorable.expected });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidFields(detailsOf(parsed.error));
}

/** Maximum number of keys in a body; with most items in all its lists, it has about 5,000. */
const maxKeys = 10_000;

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : parseForeignJson(text, maxKeys);
  } catch (error) {
    const isUnusual = error instanceof TooDeepError || error instanceof TooManyKeysError;
    const why = isUnusual ? `valid: ${error.message}` : 'JSON';
    throw new RefusedError('invalid', `The body is not ${why}.`);
  }
}
