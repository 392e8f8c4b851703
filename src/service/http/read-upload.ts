import type { Context } from 'hono';
import { limits } from '../../model/limits.ts';
import type { Invalid, TooLarge, Unsupported } from './endpoint.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The one file of a form. */
interface ReceivedFile {
  kind: 'read';
  bytes: Bytes;
  /** The type that the client states; empty where it states none. */
  claimed: string;
}

/** What the form may have around its file. */
const maxAround = 16 * 1024;

/**
 * Reads a body of `multipart/form-data` that holds one file and nothing else, and no more of it than
 * a file may have. The bytes are in memory once: a form with one part needs no parser of forms.
 */
export async function readUpload(
  c: Context,
): Promise<ReceivedFile | Invalid | TooLarge | Unsupported> {
  const contentType = c.req.header('content-type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(
    contentType,
  );
  if (!boundary)
    return { kind: 'unsupported', error: 'A file has to be sent as multipart/form-data.' };
  const body = await readBytes(c, limits.file + maxAround);
  const file = body && fileIn(body, boundary[1] ?? boundary[2] ?? '');
  if (!body || (file && file.bytes.length > limits.file))
    return { kind: 'too-large', error: `The file is over ${limits.file} bytes.` };
  return file ?? { kind: 'invalid', error: notOneFile };
}

const notOneFile =
  'The form has to hold one file and nothing else, such as: curl --form file=@picture.png';

/** Undefined where the body has more bytes; those are not read. */
async function readBytes(c: Context, max: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(c.req.header('content-length')) > max) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = c.req.raw.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > max) return undefined;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** RFC 7578 and RFC 2046, 5.1.1; undefined where the form is cut off or holds anything else. */
function fileIn(body: Buffer<ArrayBuffer>, boundary: string): ReceivedFile | undefined {
  const first = body.indexOf(`--${boundary}\r\n`);
  const start = body.indexOf('\r\n\r\n', first) + 4;
  const end = body.indexOf(`\r\n--${boundary}`, start - 2);
  if (first < 0 || start < 4 || end < 0) return undefined;
  const isLast = body.subarray(end + boundary.length + 4).toString('latin1', 0, 2) === '--';
  const head = body.subarray(first, start).toString('latin1');
  if (!isLast || !/^content-disposition:.*;\s*filename\*?=/im.test(head)) return undefined;
  const [, claimed = ''] = /^content-type:[ \t]*([^\s;]+)/im.exec(head) ?? [];
  return { kind: 'read', bytes: body.subarray(start, Math.max(start, end)), claimed };
}
