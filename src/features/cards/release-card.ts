import satori from 'satori';
import sharp from 'sharp';
import type { DrawnBox } from '../../site/shell/drawn-box.ts';
import { shareSize } from '../../site/shell/head/page-image.ts';
import { cardBox, lineWidth, mostLines, titleBox } from './card-box.ts';
import { cardFaces } from './card-faces.ts';
import type { CardView } from './card-view.ts';

// Takes what a card shows and the bytes of its picture; gives the card.
// A picture that cannot be read, or is larger than any screen, is left out.

/** A JPEG of 1200 × 630 pixels and at most 80 kB. */
export async function releaseCard(shown: CardView, hero: Uint8Array | undefined): Promise<Buffer> {
  const under = hero && (await cover(hero).catch(() => undefined));
  const fonts = await cardFaces();
  const isCut = await isTooLong(shown, fonts);
  const svg = await satori(cardBox(shown, Boolean(under), isCut), { ...shareSize, fonts });
  const drawn = Buffer.from(svg);
  const picture = under ? sharp(under, raw).composite([{ input: drawn }]) : sharp(drawn);
  return smallJpeg(await picture.removeAlpha().raw().toBuffer());
}

async function isTooLong(
  shown: CardView,
  fonts: Awaited<ReturnType<typeof cardFaces>>,
): Promise<boolean> {
  const heightOf = async (title: DrawnBox) => {
    const svg = await satori(title, { width: lineWidth, fonts, embedFont: false });
    return Number(/ height="([\d.]+)"/.exec(svg)?.[1]);
  };
  const [whole, cut] = [titleBox(shown), titleBox(shown, { lineClamp: mostLines })];
  return (await heightOf(whole)) > (await heightOf(cut));
}

const raw = { raw: { ...shareSize, channels: 3 } } as const;

/** In pixels: of one that has more, decoding alone would take longer than readers should wait. */
const mostPixels = 24_000_000;

function cover(hero: Uint8Array): Promise<Buffer> {
  return sharp(hero, { limitInputPixels: mostPixels, failOn: 'error' })
    .resize(shareSize.width, shareSize.height, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

/** In the best of some qualities in which it is small. @param pixels RGB */
async function smallJpeg(pixels: Buffer): Promise<Buffer> {
  const [best, ...lower] = qualities;
  let jpeg = await asJpeg(pixels, best);
  for (const quality of lower) {
    if (jpeg.length <= mostBytes) break;
    jpeg = await asJpeg(pixels, quality);
  }
  return jpeg;
}

const mostBytes = 80_000;
const qualities = [86, 74, 60, 42, 24, 10] as const;

function asJpeg(pixels: Buffer, quality: number): Promise<Buffer> {
  // Whole colours up to where it would take too much: edges of letters are of two of them.
  const chromaSubsampling = quality > 50 ? '4:4:4' : '4:2:0';
  return sharp(pixels, raw).jpeg({ quality, chromaSubsampling, progressive: true }).toBuffer();
}
