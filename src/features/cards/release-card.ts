import satori, { type SatoriNode } from 'satori';
import sharp from 'sharp';
import { shareSize } from '../../site/shell/head/page-image.ts';
import { cardBox, isTooHigh } from './card-box.ts';
import { cardFaces } from './card-faces.ts';
import type { CardView } from './card-view.ts';

/**
 * Draws a card as a JPEG of 1200 × 630 pixels and at most 80 kB.
 * @param hero bytes of the background picture; ignored if invalid or too large
 */
export async function releaseCard(shown: CardView, hero: Uint8Array | undefined): Promise<Buffer> {
  const under = hero && (await cover(hero).catch(() => undefined));
  const svg = await draw(shown, Boolean(under));
  const drawn = Buffer.from(svg.replace(clippingMasks, ''));
  const picture = under ? sharp(under, raw).composite([{ input: drawn }]) : sharp(drawn);
  return smallJpeg(await picture.removeAlpha().raw().toBuffer(), Boolean(under));
}

/** Satori also clips each box to its mask. Drawing masks would take five times as long. */
const clippingMasks = / mask="[^"]*"/g;

/** Returns an SVG. Draws the card again if its title turns out to have too many lines. */
async function draw(shown: CardView, isOnHero: boolean): Promise<string> {
  const options = { ...shareSize, fonts: cardFaces() };
  let isCut = false;
  const onNodeDetected = ({ props: { style }, height }: SatoriNode) => {
    if (style?.textWrap) isCut = isTooHigh(height, shown);
  };
  const whole = await satori(cardBox(shown, isOnHero, false), { ...options, onNodeDetected });
  return isCut ? satori(cardBox(shown, isOnHero, true), options) : whole;
}

const raw = { raw: { ...shareSize, channels: 3 } } as const;

/** Larger pictures are left out, because they take too long to decode. */
const maxPixels = 24_000_000;

function cover(hero: Uint8Array): Promise<Buffer> {
  return sharp(hero, { limitInputPixels: maxPixels, failOn: 'error' })
    .resize(shareSize.width, shareSize.height, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

/**
 * Encodes a JPEG with the highest quality at which the file is small enough.
 * @param pixels RGB
 * @param progressive takes twice the time, and makes pictures smaller
 */
async function smallJpeg(pixels: Buffer, progressive: boolean): Promise<Buffer> {
  const [best, ...lower] = qualities;
  let jpeg = await asJpeg(pixels, best, progressive);
  for (const quality of lower) {
    if (jpeg.length <= maxBytes) break;
    jpeg = await asJpeg(pixels, quality, progressive);
  }
  return jpeg;
}

const maxBytes = 80_000;
const qualities = [86, 74, 60, 42, 24, 10] as const;

function asJpeg(pixels: Buffer, quality: number, progressive: boolean): Promise<Buffer> {
  // Full colour resolution keeps the edges of letters sharp, but makes the file larger.
  const chromaSubsampling = quality > 50 ? '4:4:4' : '4:2:0';
  return sharp(pixels, raw).jpeg({ quality, chromaSubsampling, progressive }).toBuffer();
}
