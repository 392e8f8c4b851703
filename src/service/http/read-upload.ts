import { limits } from '../../model/limits.ts';
import { RefusedError } from '../refused-error.ts';
import type { HttpContext } from './handle.ts';
import { readParts } from './read-parts.ts';

/** Maximum size in bytes of everything in the form besides the file. */
const maxAround = 16 * 1024;

/**
 * Reads a `multipart/form-data` body with one file of at most the maximum size, and the type that the
 * client claims (empty if not stated).
 * @throws RefusedError
 */
export async function readUpload(
  c: HttpContext,
  reading: { onBytes: (count: number) => void; signal: AbortSignal },
) {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? ''))
    throw new RefusedError('unsupported', 'Files must be sent as multipart/form-data.');
  const tooLarge = `The file is over ${limits.file} bytes.`;
  const { files } = await readParts(c, {
    ...reading,
    limits: { parts: 1, files: 1, fields: 0, fileSize: limits.file, headerSize: maxAround },
    max: limits.file + maxAround,
    ...{ tooLarge, tooMany: notOneFile, damaged: notOneFile },
  });
  const [file] = files;
  if (!file) throw notOneFile();
  return { bytes: new Uint8Array(Buffer.concat(file.pieces)), claimed: file.type };
}

function notOneFile(): RefusedError {
  return new RefusedError(
    'invalid',
    'The form must contain one file and nothing else, for example: curl --form file=@picture.png',
  );
}
