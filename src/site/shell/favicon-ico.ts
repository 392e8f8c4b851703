import sharp from 'sharp';
import type { ColourPair } from '../../model/content/content.ts';
import { favicon } from './head/favicon.ts';

// Draws `/favicon.ico` in the accent colour. Browsers request this file for feeds and other
// documents that cannot link an icon.

/** In pixels. */
const sizes = [16, 32, 48] as const;

/** An ICO file that contains the icon as a PNG in each size. */
export async function faviconIco(accent: ColourPair): Promise<Buffer> {
  const svg = Buffer.from(favicon(accent));
  const pictures = await Promise.all(sizes.map((size) => drawn(svg, size)));
  const heads = pictures.map((_, index) => headOf(index, pictures));
  return Buffer.concat([...[start(pictures.length), ...heads], ...pictures]);
}

function drawn(svg: Buffer, size: number): Promise<Buffer> {
  // The icon is rendered at a higher resolution and scaled down, to keep thin lines sharp.
  return sharp(svg, { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

const startBytes = 6;
const headBytes = 16;

/** `ICONDIR`: the type and number of images. */
function start(count: number): Buffer {
  const bytes = Buffer.alloc(startBytes);
  bytes.writeUInt16LE(1, 2);
  bytes.writeUInt16LE(count, 4);
  return bytes;
}

/** `ICONDIRENTRY`: an image's size, bits per pixel, and the position of its bytes. */
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
