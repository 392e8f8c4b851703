import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { getMimeType } from 'hono/utils/mime';
import pLimit from 'p-limit';
import { limits } from '../../../model/limits.ts';
import { RefusedError } from '../../refused-error.ts';
import type { StoredFile } from '../files.ts';

// Makes a public file from an upload. The type is detected from the bytes alone, and every picture
// is re-encoded.

type Bytes = StoredFile['bytes'];

/** The quality is high, because the site will encode the pictures once more. */
const quality = 90;
/** Pictures are decoded one at a time, because the largest takes 160 MB of memory. */
const encoding = pLimit(1);

/**
 * Detects the type of a file and names it.
 * @param claimed type stated by the sender, if any; it must match the bytes
 * @param id the name without its ending; random by default
 * @throws RefusedError
 */
export async function prepareFile(
  bytes: Bytes,
  claimed = '',
  id = randomBytes(16).toString('hex'),
): Promise<StoredFile> {
  if (bytes.length > limits.file) throw tooLarge('The file');
  // Loaded on demand: both libraries are slow to load, and most services never use them.
  const { fileTypeFromBuffer } = await import('file-type');
  const { isPicture, videoFormats } = await import('../../../lib/picture.ts');
  const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
  if (/^(?:\xef\xbb\xbf)?\s*</.test(latin1(bytes.subarray(0, 4096)))) throw invalid(markup);
  const isVideo = videoFormats.includes(kind);
  const family = isPicture(kind) ? 'image' : isVideo ? 'video' : '';
  const [stated = ''] = claimed.toLowerCase().split('/');
  if (['image', 'video'].includes(stated) && stated !== family)
    throw invalid(`The file claims to be ${claimed}, but its bytes are of another type.`);
  if (isPicture(kind)) return preparePicture(id, bytes);
  if (kind === 'zip') return prepared(id, bytes, kind);
  // ZIP archives are read from the end, so a file that begins like another type may also be a ZIP
  // archive.
  const isZipToo = latin1(bytes.subarray(-65_557)).includes('PK\x05\x06');
  if ((kind === 'pdf' || isVideo) && !isZipToo) return prepared(id, bytes, kind);
  if (isText(bytes)) return prepared(id, bytes, 'txt');
  throw invalid(unknown);
}

async function preparePicture(id: string, bytes: Bytes): Promise<StoredFile> {
  const { encodePicture } = await import('../../../lib/picture.ts');
  const { data, ext } = await encoding(() => encodePicture(bytes, quality)).catch((error) => {
    const isLarge = /pixel limit|timeout/i.test(error.message);
    throw invalid(
      isLarge ? manyPixels : `The picture is broken (${error.message}). Save it again.`,
    );
  });
  if (data.length > limits.file) throw tooLarge('The encoded picture');
  return prepared(id, data, ext);
}

function prepared(id: string, bytes: Uint8Array, ext: string): StoredFile {
  const name = `${id}.${ext}`;
  // The type is derived from the file extension, as in imports.
  const type = getMimeType(name) ?? 'application/octet-stream';
  return { name, type, bytes: new Uint8Array(bytes) };
}

function isText(bytes: Bytes): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them
  return bytes.length > 0 && isUtf8(bytes) && !/[\0-\x08\x0b\x0e-\x1f\x7f]/.test(latin1(bytes));
}

function latin1({ buffer, byteOffset, length }: Bytes): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

const markup =
  'SVG, HTML and XML are refused, because they may contain scripts. Send a picture as PNG or WebP.';
const unknown =
  'Files of this type are refused. Send a picture (PNG, JPEG, GIF, WebP, AVIF or TIFF), a video (MP4 or WebM), a PDF, a ZIP archive or plain text in UTF-8.';
const manyPixels =
  'The picture has more than 40 million pixels in all frames together, or takes too long to encode. Make it smaller.';

function invalid(error: string): RefusedError {
  return new RefusedError('invalid', error);
}

function tooLarge(subject: string): RefusedError {
  return new RefusedError('too-large', `${subject} is over ${limits.file} bytes.`);
}
