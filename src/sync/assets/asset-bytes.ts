import { fileTypeFromBuffer } from 'file-type';
import {
  type EncodedPicture,
  encodeAvatar,
  encodePicture,
  videoFormats,
} from '../../lib/picture.ts';
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
  picture: async (bytes) => keptPicture(await encodePicture(bytes)),
  avatar: async (bytes) => keptPicture(await encodeAvatar(bytes, avatarSize)),
  video: keepVideo,
  file: keepFile,
} satisfies Record<AssetKind, Keep>;

const avatarSize = 96;

/** What a download may be called; anything else is `.bin`, which no browser opens as a page. */
const fileEndings = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'],
  ...['zip', 'gz', 'tar', 'xz', 'zst', '7z'],
  ...['png', 'jpg', 'gif', 'webp', 'avif'],
  ...['mp4', 'webm', 'mp3', 'ogg', 'wav', 'flac'],
]);

function keptPicture({ data, ext, width, height }: EncodedPicture): Kept {
  return { asset: { file: assetName(data, ext), width, height, bytes: data.length }, data };
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
