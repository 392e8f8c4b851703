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
])('a picture %i pixels wide has no wider variants', async (width, widths) => {
  const bytes = await grainy(width, 60).png().toBuffer();
  const variants = await encodeVariants(bytes, [800, 1600]);
  expect(variants.map((one) => one.width)).toEqual(widths);
  for (const { data, width, height } of variants) {
    expect(data.length).toBeLessThan(bytes.length);
    expect(await sharp(data).metadata()).toMatchObject({ format: 'webp', width, height });
  }
});

test('a WebP picture has no variant of its own width', async () => {
  expect(await widthsOf(await grainy(1200, 60, 90).webp({ quality: 95 }).toBuffer())).toEqual([
    800,
  ]);
  expect(await widthsOf(await grainy(700, 60, 90).webp({ quality: 95 }).toBuffer())).toEqual([]);
});

test('a variant with more bytes than the original is left out', async () => {
  const dots = grainy(700, 60, 150).threshold(120).png({ palette: true, colours: 2 });
  expect(await widthsOf(await dots.toBuffer())).toEqual([]);
});

test.each([
  ['GIF', movingGif],
  ['WebP', largeMoving],
])('an animated %s has no variants', async (_format, moving) => {
  const bytes = await moving();
  expect(await sharp(bytes).metadata()).toMatchObject({ pages: 2 });
  expect(await widthsOf(bytes)).toEqual([]);
});

test('converts colours from another profile', async () => {
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

test('refuses a picture whose header claims too many pixels, before decoding', async () => {
  const bytes = await grainy(900, 60).webp({ lossless: true }).toBuffer();
  const huge = Buffer.from(bytes);
  // A VP8L header stores width and height minus one in 14 bits each.
  huge.writeUInt32LE((16_382 | (16_382 << 14)) >>> 0, 21);
  await expect(encodeVariants(huge, [800])).rejects.toThrow('exceeds pixel limit');
});
