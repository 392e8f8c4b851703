import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import { faviconIco } from '../../../src/site/shell/favicon-ico.ts';

const accent = createPair('#b4472b');

/** The pictures in an ICO file, each with the size in its header. */
function picturesIn(ico: Buffer): { size: number; png: Buffer }[] {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const head = 6 + 16 * index;
    const [bytes, at] = [ico.readUInt32LE(head + 8), ico.readUInt32LE(head + 12)];
    return { size: ico.readUInt8(head), png: ico.subarray(at, at + bytes) };
  });
}

test('contains the icon in every size of its header, and nothing else', async () => {
  const ico = await faviconIco(accent);
  expect(await fileTypeFromBuffer(ico)).toMatchObject({ ext: 'ico' });
  const pictures = picturesIn(ico);
  expect(pictures.map(({ size }) => size)).toEqual([16, 32, 48]);
  for (const { size, png } of pictures)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size });
  const bytes = pictures.reduce((sum, { png }) => sum + png.length, 0);
  expect(ico.length).toBe(6 + 16 * pictures.length + bytes);
});

test('has a band in the accent on a transparent background', async () => {
  const png = picturesIn(await faviconIco(accent))[1]?.png;
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4).toString('hex');
  expect(pixel(16, 12)).toBe(`${accent.light.slice(1)}ff`);
  expect(pixel(1, 1)).toMatch(/00$/);
});

test('is the same in every build', async () => {
  expect((await faviconIco(accent)).equals(await faviconIco(accent))).toBe(true);
});
