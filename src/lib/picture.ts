import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

/** All frames of a moving picture count together, and are counted before anything is unpacked. */
const maxPixels = 40_000_000;
const secondsToEncode = 30;

/**
 * Pictures, by their sniffed kind, and the format that they are written in. SVG is a program in a
 * picture's clothes, and PDF and the like are no pictures: sharp gets to see none of them.
 */
const pictureFormats = new Map<string, 'png' | 'jpeg' | 'gif' | 'webp'>([
  ['png', 'png'],
  ['apng', 'png'],
  ['jpg', 'jpeg'],
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['avif', 'webp'],
  ['tif', 'webp'],
]);

/** What every browser plays. */
export const videoFormats = ['mp4', 'webm'];

export interface EncodedPicture {
  data: Buffer;
  /** The ending of its name. */
  ext: string;
  width: number;
  height: number;
}

// No picture comes twice, so what libvips keeps for the next one is only memory.
sharp.cache(false);

/** Whether a kind of file, as file-type names it, can be encoded here. */
export function isPicture(kind: string): boolean {
  return pictureFormats.has(kind);
}

/**
 * Encodes a picture anew, which drops whatever else the file carried; moving pictures keep moving.
 * @param quality of JPEG and WebP
 * @throws Error that says why it cannot be encoded
 */
export async function encodePicture(bytes: Uint8Array, quality = 80): Promise<EncodedPicture> {
  const format = await pictureFormat(bytes);
  const { image, isPalette } = await open(bytes, true);
  const isLossy = format === 'jpeg' || format === 'webp';
  // Of a GIF's palette too isPalette tells; png() would turn it into a still PNG.
  const isIndexed = format === 'png' && isPalette;
  const encoder = isIndexed
    ? image.png({ palette: true, effort: 10 })
    : image.toFormat(format, isLossy ? { quality } : {});
  return finish(encoder, format);
}

/**
 * Gives a small still square of a picture.
 * @throws Error that says why it cannot be encoded
 */
export async function encodeAvatar(bytes: Uint8Array, maxSide: number): Promise<EncodedPicture> {
  await pictureFormat(bytes);
  const { image, width, height } = await open(bytes, false);
  const side = Math.min(maxSide, width, height);
  return finish(image.resize(side, side).webp(), 'webp');
}

async function pictureFormat(bytes: Uint8Array) {
  const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
  const format = pictureFormats.get(kind);
  if (format) return format;
  throw new Error(`it is not a picture that can be shown (${kind || 'of no known kind'})`);
}

async function open(bytes: Uint8Array, animated: boolean) {
  const image = sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: 'error' });
  const { width, height, isPalette } = await image.metadata();
  return { image: image.autoOrient(), width, height, isPalette };
}

async function finish(image: Sharp, format: string): Promise<EncodedPicture> {
  const { data, info } = await image
    .timeout({ seconds: secondsToEncode })
    .toBuffer({ resolveWithObject: true });
  // Of a moving picture sharp tells the height of all its frames together.
  const height = info.pageHeight ?? info.height;
  return { data, ext: format === 'jpeg' ? 'jpg' : format, width: info.width, height };
}
