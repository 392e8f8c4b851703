import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { limits } from '../../model/limits.ts';
import type { Invalid, TooLarge, Unsupported } from './endpoint.ts';

/** The one file of a form. */
interface ReceivedFile {
  kind: 'read';
  bytes: Uint8Array<ArrayBuffer>;
  /** The type that the client states; empty where it states none. */
  claimed: string;
}

type Upload = ReceivedFile | Invalid | TooLarge | Unsupported;

/** What the form may have around its file. */
const maxAround = 16 * 1024;

/** Reads a body of `multipart/form-data` that holds one file, and no more than that may have. */
export async function readUpload(c: Context): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? ''))
    return { kind: 'unsupported', error: 'A file has to be sent as multipart/form-data.' };
  let upload: Upload = tooLarge;
  const limit = bodyLimit({
    maxSize: limits.file + maxAround,
    onError: (c) => c.body(null),
  });
  await limit(c, async () => {
    upload = await readForm(c);
  });
  return upload;
}

const tooLarge: TooLarge = { kind: 'too-large', error: `The file is over ${limits.file} bytes.` };
const notOneFile: Invalid = {
  kind: 'invalid',
  error: 'The form has to hold one file and nothing else, such as: curl --form file=@picture.png',
};

async function readForm(c: Context): Promise<Upload> {
  const form = await c.req.parseBody({ all: true }).catch(() => ({}));
  const [file, ...others] = Object.values(form).flat();
  if (!(file instanceof File) || others.length > 0) return notOneFile;
  if (file.size > limits.file) return tooLarge;
  return { kind: 'read', bytes: await file.bytes(), claimed: file.type };
}
