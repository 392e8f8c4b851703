import { fileTypeFromBuffer } from 'file-type';
import {
  type EncodedPicture,
  encodeAvatar,
  encodePicture,
  videoFormats,
} from '../../../lib/picture.ts';
import type { Asset } from '../../../model/content/content.ts';
import { assetName } from '../../../store/assets.ts';

// Turns a download into the file that readers get. The format is detected from the bytes, never
// from a name or content type. Pictures are always re-encoded, and no file has an extension that a
// browser opens as a page.

export type AssetKind = 'picture' | 'avatar' | 'video' | 'file';

export interface EncodedAsset {
  asset: Asset;
  data: Uint8Array;
}

/** Encodes a download. @throws Error whose message says why the file cannot be kept */
type Encode = (bytes: Buffer) => Promise<EncodedAsset>;

export const encoders = {
  picture: async (bytes) => toAsset(await encodePicture(bytes)),
  avatar: async (bytes) => toAsset(await encodeAvatar(bytes, avatarSize)),
  video: encodeVideo,
  file: encodeFile,
} satisfies Record<AssetKind, Encode>;

const avatarSize = 96;

/**
 * Extensions that files may have. Any other extension becomes `.bin`, which no browser opens as a
 * page.
 */
const fileEndings = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'],
  ...['zip', 'gz', 'tar', 'xz', 'zst', '7z'],
  ...['png', 'jpg', 'gif', 'webp', 'avif'],
  ...['mp4', 'webm', 'mp3', 'ogg', 'wav', 'flac'],
]);

function toAsset({ data, ext, width, height }: EncodedPicture): EncodedAsset {
  return { asset: { file: assetName(data, ext), width, height, bytes: data.length }, data };
}

/**
 * Videos are stored unchanged: a browser either plays a video or fails, but never runs code in it.
 */
async function encodeVideo(bytes: Buffer) {
  const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
  if (!videoFormats.includes(kind))
    throw new Error(`it is not an MP4 or WebM video (${kind || 'unknown type'})`);
  return { asset: { file: assetName(bytes, kind), bytes: bytes.length }, data: bytes };
}

async function encodeFile(bytes: Buffer) {
  const ending = (await fileTypeFromBuffer(bytes))?.ext ?? 'bin';
  const file = assetName(bytes, fileEndings.has(ending) ? ending : 'bin');
  return { asset: { file, bytes: bytes.length }, data: bytes };
}
