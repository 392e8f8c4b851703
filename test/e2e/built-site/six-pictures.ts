import sharp, { type Sharp } from 'sharp';
import { grainy } from '../../sync/pictures.ts';

/**
 * Six pictures of about 2 MB each, similar to those of real releases: photos, screenshots,
 * gradients and noise.
 */
export async function sixPictures(): Promise<Record<string, Buffer>> {
  const [photo, screen] = [photoOf(2400, 1600), screenshot(2880, 1800)];
  return {
    'gradient.png': await grainy(1600, 800, 6).png().toBuffer(),
    'photo.jpg': await (await photo).clone().jpeg({ quality: 97 }).toBuffer(),
    'tall.jpg': await (await photo).clone().rotate(90).jpeg({ quality: 97 }).toBuffer(),
    'screenshot.png': await (await screen).clone().png().toBuffer(),
    'detail.png': await (await screen).clone().resize(2400).png().toBuffer(),
    'noise.png': await grainy(1200, 700, 80).png().toBuffer(),
  };
}

/** Draws soft shapes with camera grain. */
async function photoOf(width: number, height: number): Promise<Sharp> {
  // Raw pixels, because compressing pictures of this size takes long.
  const raw = { width, height, channels: 3 } as const;
  const shapes = await grainy(60, 40, 180)
    .resize(width, height, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  const grain = await grainy(width, height, 40, 7).raw().toBuffer();
  const { data, info } = await sharp(shapes, { raw })
    .composite([{ input: grain, raw, blend: 'soft-light' }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

/** Draws a window with text-like marks and a picture. */
async function screenshot(width: number, height: number): Promise<Sharp> {
  const marks = Array.from({ length: 2600 }, (_, n) => {
    const [x, y] = [40 + ((n * 53) % (width / 2 - 80)), 60 + 24 * Math.floor(n / 38)];
    return `<rect x="${x}" y="${y}" width="${8 + ((n * 7) % 34)}" height="12" rx="3"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f6f4ef"/><rect width="100%" height="40" fill="#24507a"/><g fill="#3a3732">${marks.join('')}</g></svg>`;
  const picture = await grainy(900, 700, 60, 3).png().toBuffer();
  return sharp(
    await sharp(Buffer.from(svg))
      .composite([{ input: picture, left: width / 2 + 100, top: 200 }])
      .png()
      .toBuffer(),
  );
}
