import type { Context } from 'hono';
import { decodeUtf8 } from '../../lib/text/decode-utf8.ts';
import type { Invalid, Unsupported } from './endpoint.ts';

type Read = { kind: 'read'; text: string };

/** Lets the body of a request go by that takes none. */
export async function skipBody(c: Context): Promise<Read> {
  await c.req.arrayBuffer();
  return { kind: 'read', text: '' };
}

/**
 * Reads a request's body as the text of a JSON document; empty where there is none. Requests
 * with a body say that they are `application/json` (docs/api.md).
 */
export async function readBody(c: Context): Promise<Read | Invalid | Unsupported> {
  const text = decodeUtf8(await c.req.arrayBuffer());
  if (text === undefined) return { kind: 'invalid', error: 'The body is not UTF-8.' };
  if (text === '' || isJson(c.req.header('content-type'))) return { kind: 'read', text };
  return {
    kind: 'unsupported',
    error: 'A body has to be JSON: send Content-Type: application/json.',
  };
}

function isJson(contentType = ''): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === 'application/json';
}
