import sharp from 'sharp';

const square = {
  create: { width: 8, height: 4, channels: 3, background: '#16a34a' },
} as const;

/** A PNG of 8 × 4 pixels that carries a secret in its metadata. */
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

/** A GIF of 8 × 4 pixels in which two frames follow each other. */
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

/** The head of an MP4, by which it is known. */
export const mp4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

/** A picture's pixels in another format. */
export function pictureAs(format: 'jpeg' | 'webp' | 'tiff'): Promise<Buffer> {
  return sharp(square).toFormat(format).toBuffer();
}
