import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { parseForeignJson, TooDeepError } from '../../lib/json.ts';
import { decodeUtf8 } from '../../lib/text/text.ts';
import { limits } from '../../model/limits.ts';
import { invalidFields, RefusedError } from '../refused-error.ts';
import { detailsOf, findUnstorable, nameOf } from './details.ts';

/**
 * Reads a request's body as JSON text; empty if there is no body. A body needs the type
 * `application/json` (docs/api.md).
 * @param isTaken whether the endpoint takes a body; if not, the body is ignored
 * @throws RefusedError
 */
export function readBody(c: Context, isTaken: boolean): Promise<string> {
  return within(c, limits.body, `The body is over ${limits.body} bytes.`, async () => {
    const body = await c.req.arrayBuffer();
    if (!isTaken) return '';
    const text = decodeUtf8(body);
    if (text === undefined) throw new RefusedError('invalid', 'The body is not in UTF-8.');
    if (text === '' || isJson(c.req.header('content-type'))) return text;
    throw new RefusedError('unsupported', notJson);
  });
}

const notJson = 'The body must be JSON, with Content-Type: application/json.';

function isJson(contentType = ''): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

/** The file in a form with exactly one file. */
interface ReceivedFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** The file's type according to the client; empty if not stated. */
  claimed: string;
}

/** Maximum size in bytes of everything in the form besides the file. */
const maxAround = 16 * 1024;
const fileTooLarge = `The file is over ${limits.file} bytes.`;

/**
 * Reads a `multipart/form-data` body with one file of at most the maximum size.
 * @throws RefusedError
 */
export async function readUpload(c: Context): Promise<ReceivedFile> {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? ''))
    throw new RefusedError('unsupported', 'Files must be sent as multipart/form-data.');
  return within(c, limits.file + maxAround, fileTooLarge, async () => {
    if (hasManyParts(await c.req.arrayBuffer(), c.req.header('content-type') ?? ''))
      throw new RefusedError('invalid', notOneFile);
    const form = await c.req.parseBody({ all: true }).catch(() => ({}));
    const [file, ...others] = Object.values(form).flat();
    if (!(file instanceof File) || others.length > 0) throw new RefusedError('invalid', notOneFile);
    if (file.size > limits.file) throw new RefusedError('too-large', fileTooLarge);
    return { bytes: await file.bytes(), claimed: file.type };
  });
}

/**
 * Whether a form has more than one part. Checked first, because parsing hundreds of thousands of
 * parts would block all requests for seconds.
 */
function hasManyParts(body: ArrayBuffer, contentType: string): boolean {
  const [, boundary = ''] = /;\s*boundary="?([^";]+)/i.exec(contentType) ?? [];
  const [bytes, delimiter] = [Buffer.from(body), `--${boundary}`];
  let at = -1;
  // A form with one part has one delimiter before the part and one after it.
  for (let count = 0; count < 3; count += 1) {
    at = bytes.indexOf(delimiter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const notOneFile =
  'The form must contain one file and nothing else, for example: curl --form file=@picture.png';

/**
 * Reads a body of limited size with Hono's middleware. If the body is too large, the middleware
 * answers and does not call the next function.
 */
async function within<T>(
  c: Context,
  maxSize: number,
  error: string,
  read: () => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  const limit = bodyLimit({ maxSize, onError: (c) => c.body(null) });
  await limit(c, async () => {
    result = { value: await read() };
  });
  if (!result) throw new RefusedError('too-large', error);
  return result.value;
}

/**
 * Parses a request's JSON with a schema. A missing body counts as an empty object.
 * @throws RefusedError
 */
export function parseJsonBody<T>(text: string, schema: z.ZodType<T>): T {
  const value = parseJson(text);
  const unstorable = findUnstorable(value);
  if (unstorable) throw invalidFields({ [nameOf(unstorable.path)]: unstorable.expected });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidFields(detailsOf(parsed.error));
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : parseForeignJson(text);
  } catch (error) {
    const why = error instanceof TooDeepError ? `valid: ${error.message}` : 'JSON';
    throw new RefusedError('invalid', `The body is not ${why}.`);
  }
}
