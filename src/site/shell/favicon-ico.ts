import sharp from 'sharp';
import type { ColourPair } from '../../model/content/content.ts';
import { favicon } from './head/favicon.ts';

// Takes the accent; gives the site's sign as what browsers ask every site for unasked: for feeds
// and other documents that cannot name a sign of their own.

/** In pixels. */
const sizes = [16, 32, 48] as const;

/** An ICO file that holds the sign as a PNG of each size. */
export async function faviconIco(accent: ColourPair): Promise<Buffer> {
  const svg = Buffer.from(favicon(accent));
  const pictures = await Promise.all(sizes.map((size) => drawn(svg, size)));
  const heads = pictures.map((_, index) => headOf(index, pictures));
  return Buffer.concat([...[start(pictures.length), ...heads], ...pictures]);
}

function drawn(svg: Buffer, size: number): Promise<Buffer> {
  // Drawn larger than it comes to be, since a sign of lines is soft otherwise.
  return sharp(svg, { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

const startBytes = 6;
const headBytes = 16;

/** `ICONDIR`: that it holds icons, and how many. */
function start(count: number): Buffer {
  const bytes = Buffer.alloc(startBytes);
  bytes.writeUInt16LE(1, 2);
  bytes.writeUInt16LE(count, 4);
  return bytes;
}

/** `ICONDIRENTRY`: the size of a picture, its bits per pixel, and where its bytes are. */
function headOf(index: number, pictures: readonly Buffer[]): Buffer {
  const before = pictures.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  const bytes = Buffer.alloc(headBytes);
  bytes.writeUInt8(sizes[index] ?? 0, 0);
  bytes.writeUInt8(sizes[index] ?? 0, 1);
  bytes.writeUInt16LE(1, 4);
  bytes.writeUInt16LE(32, 6);
  bytes.writeUInt32LE(pictures[index]?.length ?? 0, 8);
  bytes.writeUInt32LE(startBytes + headBytes * pictures.length + before, 12);
  return bytes;
}
