import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { Client } from '../client/client.ts';
import { digest } from '../lib/digest.ts';
import type { Asset } from '../model/content.ts';

// Takes addresses of pictures and files; gives copies of them for the content folder.
// Only the API's own origin is asked, without credentials; the API's JSON is never a file.
// Never fails a sync: what cannot be mirrored is named and left out.

export interface Mirror {
  /** A copy of a picture or file; undefined, with a line in `notes`, where there is none to be had. */
  fetch(address: string, kind: 'picture' | 'file'): Promise<Asset | undefined>;
  /** Bytes of what was mirrored, by file name. */
  readonly files: Map<string, Uint8Array>;
  /** What was left out, and why. */
  readonly notes: string[];
}

const maxBytes = 20 * 1024 * 1024;
const maxPixels = 40_000_000;

/** What a download may be called; anything else is `.bin`, which no browser opens as a page. */
const fileEndings = new Set([
  'pdf',
  'zip',
  'gz',
  'png',
  'jpg',
  'gif',
  'webp',
  'mp4',
  'webm',
  'mp3',
]);

export function createMirror(client: Client): Mirror {
  const files = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const mirrored = new Map<string, Promise<Asset | undefined>>();

  const mirror = async (address: string, kind: 'picture' | 'file'): Promise<Asset | undefined> => {
    try {
      const bytes = await download(client, address);
      const { data, ...asset } = kind === 'picture' ? await picture(bytes) : await file(bytes);
      files.set(asset.file, data);
      return asset;
    } catch (error) {
      notes.push(`left out ${address}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };

  return {
    files,
    notes,
    fetch: (address, kind) => {
      const key = `${kind} ${address}`;
      const asset = mirrored.get(key) ?? mirror(address, kind);
      mirrored.set(key, asset);
      return asset;
    },
  };
}

async function download(client: Client, address: string): Promise<Buffer> {
  const api = new URL(client.baseUrl);
  const url = new URL(address, api);
  if (url.origin !== api.origin) throw new Error('only files of the API’s own origin are mirrored');
  if (isOfApi(url, api)) throw new Error('it is a part of the API, not a file');
  const result = await client.download(url, maxBytes);
  if (result.kind === 'too-large') throw new Error('it is larger than 20 MiB');
  if (result.kind === 'network') throw new Error(result.why);
  const { status, contentType, body } = result.answer;
  if (status !== 200) throw new Error(`status ${status}`);
  if (/\bjson\b/i.test(contentType)) throw new Error('it is JSON, not a file');
  return body;
}

/** Whether a server that decodes a path before it reads its slashes and dots may take it for the API's. */
function isOfApi(url: URL, api: URL): boolean {
  const decoded = decodeURIComponent(url.pathname).replace(/[/\\]+/g, '/');
  const { pathname } = new URL(decoded, api);
  const base = api.pathname.replace(/\/$/, '');
  const below = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  return /^\/(?:v\d+|incoming)(?:\/|$)/i.test(below);
}

type Mirrored = Asset & { data: Uint8Array };

/** Encoded anew, which drops whatever else the file carried. */
async function picture(bytes: Buffer): Promise<Mirrored> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, animated: true, failOn: 'error' });
  const { format, isPalette } = await image.metadata();
  const ending = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' }[format as string];
  const encoded = ending ? image.autoOrient() : image.webp();
  // Of a GIF's palette too isPalette tells; png() would turn it into a still PNG.
  if (isPalette && format === 'png') encoded.png({ palette: true, effort: 10 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  const name = `${digest(data, 20)}.${ending ?? 'webp'}`;
  return { file: name, width: info.width, height, bytes: data.length, data };
}

async function file(bytes: Buffer): Promise<Mirrored> {
  const ending = (await fileTypeFromBuffer(bytes))?.ext ?? 'bin';
  const name = `${digest(bytes, 20)}.${fileEndings.has(ending) ? ending : 'bin'}`;
  return { file: name, bytes: bytes.length, data: bytes };
}
