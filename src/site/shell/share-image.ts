import face from '@fontsource/newsreader/files/newsreader-latin-500-normal.woff?inline';
import satori from 'satori';
import sharp from 'sharp';
import { bytesOfInlined } from '../../lib/bytes-of-inlined.ts';
import { createPair } from '../../model/content/colour-pair.ts';
import { createPalette, surfacesOf } from '../../model/content/palette.ts';
import { type SiteFrame, siteName } from '../base/context.ts';
import { box, waymark } from './drawn-box.ts';
import { shareSize } from './head/page-image.ts';

// Draws the image that other sites show for links to the site's pages. Uses the site's font, and
// omits words with letters that the font lacks.

/** A PNG of 1200 × 630 pixels. */
export async function shareImage(frame: SiteFrame): Promise<Buffer> {
  const data = bytesOfInlined(face);
  const [name, changelog] = [siteName(frame), frame.strings.changelog];
  const svg =
    (await legible(card(frame, name, changelog), data)) ??
    (await legible(card(frame, name, ''), data)) ??
    (await satori(card(frame, '', ''), optionsWith(data)));
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** The same image as a JPEG, to combine with other pictures. */
export async function shareJpeg(frame: SiteFrame): Promise<Buffer> {
  return sharp(await shareImage(frame))
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** The picture as SVG; undefined if the font lacks letters of its text. */
async function legible(shown: ReturnType<typeof card>, face: Buffer): Promise<string | undefined> {
  let isLegible = true;
  const loadAdditionalAsset = async () => {
    isLegible = false;
    return [];
  };
  const svg = await satori(shown, { ...optionsWith(face), loadAdditionalAsset });
  return isLegible ? svg : undefined;
}

function optionsWith(data: Buffer) {
  const face = { name: 'Newsreader', data, weight: 500 as const, style: 'normal' as const };
  return { ...shareSize, fonts: [face] };
}

const standing = { flexDirection: 'column', margin: '80px 0 80px 80px' };

/** Waymark's symbol, with the site's name beside it and a description below. */
function card({ config, urls }: SiteFrame, name: string, changelog: string) {
  const address = new URL(urls.absolute('')).host;
  const palette = createPalette(config.theme);
  const [paper, ink] = [palette.paper.light, palette.ink.light];
  const accent = createPair(config.accent, surfacesOf(palette)).light;
  return box({ width: '100%', height: '100%', background: paper, color: ink }, [
    waymark(ink, accent),
    box({ ...standing, width: 960, justifyContent: 'flex-end' }, [
      box({ fontSize: sizeFor(name), lineHeight: 1.05, textWrap: 'balance' }, name),
      box({ fontSize: 54, marginTop: 12, color: accent }, changelog),
      box({ fontSize: 30, marginTop: 40 }, address),
    ]),
  ]);
}

function sizeFor(name: string): number {
  return name.length > 40 ? 64 : name.length > 18 ? 88 : 128;
}
