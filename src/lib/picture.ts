import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

/**
 * Maximum number of pixels in all frames of a picture together. The limit is checked before
 * decoding.
 */
const maxPixels = 40_000_000;
const secondsToEncode = 30;

/**
 * Output format by detected file type. Other types are never passed to sharp. For example, SVG is
 * excluded because it may contain scripts.
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

/** Video formats that every browser plays. */
export const videoFormats = ['mp4', 'webm'];

export type EncodedPicture = Awaited<ReturnType<typeof finish>>;

// Each picture is decoded only once, so libvips' cache would only cost memory.
sharp.cache(false);

/** Whether pictures of this type can be encoded. `kind` is a type from the package `file-type`. */
export function isPicture(kind: string): boolean {
  return pictureFormats.has(kind);
}

/**
 * Re-encodes a picture, which removes metadata and any other data from the file. Animations are
 * kept.
 * @param quality quality of JPEG and WebP
 * @throws Error that says why the picture cannot be encoded
 */
export async function encodePicture(bytes: Uint8Array, quality = 80): Promise<EncodedPicture> {
  const format = await pictureFormat(bytes);
  const { image, isPalette } = await open(bytes, true);
  const isLossy = format === 'jpeg' || format === 'webp';
  // The palette option is only used for PNG. `isPalette` is also true for GIF, and png() would turn
  // an animation into a still picture.
  const isIndexed = format === 'png' && isPalette;
  const encoder = isIndexed
    ? image.png({ palette: true, effort: 10 })
    : image.toFormat(format, isLossy ? { quality } : {});
  return finish(encoder, format);
}

/**
 * Encodes WebP versions of a picture with these maximum widths. Returns the versions that have
 * fewer bytes than the original; for an animation, returns none.
 * @throws Error that says why the picture cannot be decoded
 */
export async function encodeVariants(
  bytes: Uint8Array,
  maxWidths: readonly number[],
): Promise<EncodedPicture[]> {
  const { image, width, format, pages = 1 } = await open(bytes, false);
  if (pages > 1) return [];
  const variants: EncodedPicture[] = [];
  for (const target of new Set(maxWidths.map((max) => Math.min(max, width)))) {
    // If the original is WebP, a version of the same width would lose quality and save little.
    if (target === width && format === 'webp') continue;
    const encoder = image.clone().resize(target).webp();
    const variant = await finish(encoder, 'webp');
    if (variant.data.length < bytes.length) variants.push(variant);
  }
  return variants;
}

/**
 * Encodes a small square picture without animation.
 * @throws Error that says why the picture cannot be encoded
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
  throw new Error(`it is not a supported picture (${kind || 'unknown type'})`);
}

async function open(bytes: Uint8Array, animated: boolean) {
  const image = sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: 'error' });
  const { width, height, isPalette, format, pages } = await image.metadata();
  return { image: image.autoOrient(), width, height, isPalette, format, pages };
}

async function finish(image: Sharp, format: string) {
  const { data, info } = await image
    .timeout({ seconds: secondsToEncode })
    .toBuffer({ resolveWithObject: true });
  // For animations, sharp returns the height of all frames together.
  const height = info.pageHeight ?? info.height;
  /** File extension, without the dot. */
  const ext = format === 'jpeg' ? 'jpg' : format;
  return { data, ext, width: info.width, height };
}
