import sharp, { type Sharp } from 'sharp';

const square = {
  create: { width: 8, height: 4, channels: 3, background: '#16a34a' },
} as const;

/** A PNG of 8 × 4 pixels with a secret in its metadata. */
export function pngWithSecret(): Promise<Buffer> {
  return sharp(square)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer();
}

/** A PNG with a palette, as small pictures often are. */
export function palettePng(): Promise<Buffer> {
  return sharp(square).png({ palette: true }).toBuffer();
}

/** A GIF of 8 × 4 pixels with two frames. */
export async function movingGif(): Promise<Buffer> {
  const frames = ['#16a34a', '#be123c'].map((background) =>
    sharp({ create: { ...square.create, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** The first bytes of an MP4, from which its type is detected. */
export const mp4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

/** The same small picture in another format. */
export function pictureAs(format: 'jpeg' | 'webp' | 'tiff'): Promise<Buffer> {
  return sharp(square).toFormat(format).toBuffer();
}

/** A gradient with noise, which PNG hardly compresses but WebP does. */
export function grainy(width: number, height: number, grain = 12, seed = 1): Sharp {
  let state = seed;
  const pixels = Buffer.alloc(width * height * 3);
  for (let n = 0; n < pixels.length; n += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const [x, y] = [Math.floor(n / 3) % width, Math.floor(n / 3 / width)];
    pixels[n] = 20 + (40 * x) / width + (40 * y) / height + (grain * state) / 2 ** 32;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** An animated WebP of two frames, large enough to get smaller versions. */
export async function largeMoving(): Promise<Buffer> {
  const frames = [1, 2].map((seed) => grainy(300, 300, 150, seed).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer();
}
