import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeVariants } from '../../src/lib/picture.ts';
import { grainy, largeMoving, movingGif } from '../sync/pictures.ts';

const widthsOf = async (bytes: Uint8Array) =>
  (await encodeVariants(bytes, [800, 1600])).map(({ width }) => width);

test.each([
  [2000, [800, 1600]],
  [1600, [800, 1600]],
  [1200, [800, 1200]],
  [700, [700]],
])('a picture of %i pixels has versions that are at most so wide', async (width, widths) => {
  const bytes = await grainy(width, 60).png().toBuffer();
  const variants = await encodeVariants(bytes, [800, 1600]);
  expect(variants.map((one) => one.width)).toEqual(widths);
  for (const { data, width, height } of variants) {
    expect(data.length).toBeLessThan(bytes.length);
    expect(await sharp(data).metadata()).toMatchObject({ format: 'webp', width, height });
  }
});

test('a WebP picture has none of its own width', async () => {
  expect(await widthsOf(await grainy(1200, 60, 90).webp({ quality: 95 }).toBuffer())).toEqual([
    800,
  ]);
  expect(await widthsOf(await grainy(700, 60, 90).webp({ quality: 95 }).toBuffer())).toEqual([]);
});

test('a version that takes more bytes is left out', async () => {
  const dots = grainy(700, 60, 150).threshold(120).png({ palette: true, colours: 2 });
  expect(await widthsOf(await dots.toBuffer())).toEqual([]);
});

test.each([
  ['GIF', movingGif],
  ['WebP', largeMoving],
])('a %s that moves has none', async (_format, moving) => {
  const bytes = await moving();
  expect(await sharp(bytes).metadata()).toMatchObject({ pages: 2 });
  expect(await widthsOf(bytes)).toEqual([]);
});

test('colours stay as they look, whatever profile they are in', async () => {
  const wide = await sharp({
    create: { width: 900, height: 40, channels: 3, background: '#16a34a' },
  })
    .withIccProfile('p3')
    .jpeg({ quality: 100 })
    .toBuffer();
  const [variant] = await encodeVariants(wide, [800]);
  const { data, info } = await sharp(variant?.data).raw().toBuffer({ resolveWithObject: true });
  expect((await sharp(variant?.data).metadata()).icc).toBeUndefined();
  expect(info.channels).toBe(3);
  for (const [channel, value] of [0x16, 0xa3, 0x4a].entries())
    expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(8);
});

test('a picture that says it has too many pixels is refused before it is unpacked', async () => {
  const bytes = await grainy(900, 60).webp({ lossless: true }).toBuffer();
  const huge = Buffer.from(bytes);
  // 14 bits each for width and height minus one.
  huge.writeUInt32LE((16_382 | (16_382 << 14)) >>> 0, 21);
  await expect(encodeVariants(huge, [800])).rejects.toThrow('exceeds pixel limit');
});
