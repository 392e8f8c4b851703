import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import type { Asset } from '../../model/content/content.ts';
import { assetName } from '../../store/assets.ts';

// Takes bytes from somewhere; gives the bytes that readers get, and how they are called.
// Believes the bytes alone, never a name or a content type.
// Never passes a picture on as it came, and never names a file so that a browser opens it as a page.

export type AssetKind = 'picture' | 'avatar' | 'video' | 'file';

export interface Kept {
  asset: Asset;
  data: Uint8Array;
}

/** What to keep of some bytes. @throws Error that says why it cannot be kept */
type Keep = (bytes: Buffer) => Promise<Kept>;

export const keep = {
  picture: keepPicture,
  avatar: keepAvatar,
  video: keepVideo,
  file: keepFile,
} satisfies Record<AssetKind, Keep>;

const maxPixels = 40_000_000;
const avatarSize = 96;
const secondsToEncode = 30;

/**
 * Pictures, by their sniffed kind, and the format that they are written in. SVG is a program in a
 * picture's clothes, and PDF and the like are no pictures: sharp gets to see none of them.
 */
const pictureFormats: Record<string, 'png' | 'jpeg' | 'gif' | 'webp'> = {
  png: 'png',
  apng: 'png',
  jpg: 'jpeg',
  gif: 'gif',
  webp: 'webp',
  avif: 'webp',
  tif: 'webp',
};

/** What every browser plays. */
const videoFormats = ['mp4', 'webm'];

/** What a download may be called; anything else is `.bin`, which no browser opens as a page. */
const fileEndings = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'],
  ...['zip', 'gz', 'tar', 'xz', 'zst', '7z'],
  ...['png', 'jpg', 'gif', 'webp', 'avif'],
  ...['mp4', 'webm', 'mp3', 'ogg', 'wav', 'flac'],
]);

// No picture comes twice, so what libvips keeps for the next one is only memory.
sharp.cache(false);

/** Encoded anew, which drops whatever else the file carried; moving pictures keep moving. */
async function keepPicture(bytes: Buffer) {
  const format = await pictureFormat(bytes);
  const { image, isPalette } = await open(bytes, true);
  // Of a GIF's palette too isPalette tells; png() would turn it into a still PNG.
  if (format !== 'png' || !isPalette) return finish(image.toFormat(format), format);
  return finish(image.png({ palette: true, effort: 10 }), format);
}

/** A small still square, whatever it was. */
async function keepAvatar(bytes: Buffer) {
  await pictureFormat(bytes);
  const { image, width, height } = await open(bytes, false);
  const side = Math.min(avatarSize, width, height);
  return finish(image.resize(side, side).webp(), 'webp');
}

/** As it came: it can only be played, or fail to be. */
async function keepVideo(bytes: Buffer) {
  const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
  if (!videoFormats.includes(kind))
    throw new Error(`it is not a video that every browser plays (${kind || 'of no known kind'})`);
  return { asset: { file: assetName(bytes, kind), bytes: bytes.length }, data: bytes };
}

async function keepFile(bytes: Buffer) {
  const ending = (await fileTypeFromBuffer(bytes))?.ext ?? 'bin';
  const file = assetName(bytes, fileEndings.has(ending) ? ending : 'bin');
  return { asset: { file, bytes: bytes.length }, data: bytes };
}

async function pictureFormat(bytes: Buffer) {
  const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
  const format = Object.hasOwn(pictureFormats, kind) ? pictureFormats[kind] : undefined;
  if (format) return format;
  throw new Error(`it is not a picture that can be shown (${kind || 'of no known kind'})`);
}

/** The cap counts all frames of a moving picture together, and comes before anything is unpacked. */
async function open(bytes: Buffer, animated: boolean) {
  const image = sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: 'error' });
  const { width, height, isPalette } = await image.metadata();
  return { image: image.autoOrient(), width, height, isPalette };
}

async function finish(image: Sharp, format: string) {
  const { data, info } = await image
    .timeout({ seconds: secondsToEncode })
    .toBuffer({ resolveWithObject: true });
  // Of a moving picture sharp tells the height of all its frames together.
  const height = info.pageHeight ?? info.height;
  const file = assetName(data, format === 'jpeg' ? 'jpg' : format);
  return { asset: { file, width: info.width, height, bytes: data.length }, data };
}
