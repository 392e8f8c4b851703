import { readFile } from 'node:fs/promises';
import satori from 'satori';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cardBox, faceNames, lineWidth, titleBox } from '../../../src/features/cards/card-box.ts';
import { cardFaces } from '../../../src/features/cards/card-faces.ts';
import { type CardFace, lettersOf } from '../../../src/features/cards/card-text.ts';
import { type CardView, cardView } from '../../../src/features/cards/card-view.ts';
import { releaseCard } from '../../../src/features/cards/release-card.ts';
import { cardVersion } from '../../../src/features/cards/release-cards.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { type BoxStyle, box, type DrawnBox } from '../../../src/site/shell/drawn-box.ts';
import { siteContext } from '../../site/site.ts';
import { row } from './rows.ts';

const shown = (title: string, over: Partial<CardView> = {}): CardView => {
  const whole = row('a', { title, version: '1.2.0', project: 'p-web', types: ['new', 'fixed'] });
  const view = cardView(whole, siteContext()) ?? expect.fail(`${title} has no card`);
  return { ...view, ...over };
};
const sizeOf = async (card: Buffer) => {
  const { info } = await sharp(card).raw().toBuffer({ resolveWithObject: true });
  return [info.width, info.height, (await sharp(card).metadata()).format];
};

/** The words drawn in a box that match a pattern, with their right edge and vertical position. */
async function wordsOf(box: DrawnBox, pattern: RegExp, width = 1200) {
  const options = { width, height: 630, embedFont: false, fonts: await cardFaces() };
  const words = (await satori(box, options)).matchAll(
    /<text x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]*>([^<]+)</g,
  );
  return [...words]
    .map(([, x, y, wide, word = '']) => ({ word, end: Number(x) + Number(wide), y: Number(y) }))
    .filter(({ word }) => pattern.test(word));
}

describe('a card', () => {
  test.each([
    ['short', 'X'],
    ['of 255 letters', 'A title that goes on and on '.repeat(10).slice(0, 255)],
    ['of one word without an end', 'unbroken'.repeat(32).slice(0, 255)],
    ['of wide letters', 'W'.repeat(255)],
    ['of narrow ones', 'i'.repeat(255)],
    ['of many short words', 'a '.repeat(127)],
    ['in Cyrillic', 'Быстрый поиск и 12 исправлений'],
    ['with what means something in markup', '<svg onload="x"> & "quotes" \' ]]>'],
  ])('with a title %s is a picture of 1200 × 630 pixels under 80 kB', async (_, title) => {
    const card = await releaseCard(shown(title), undefined);
    expect(await sizeOf(card)).toEqual([1200, 630, 'jpeg']);
    expect(card.length).toBeLessThan(80_000);
  });

  test.each([22, 46, 78, 240])('a title of %i wide letters stays on the card', async (length) => {
    const words = await wordsOf(cardBox(shown('W'.repeat(length)), false, true), /^W+…?$/);
    expect(words.length).toBeGreaterThan(0);
    expect(new Set(words.map(({ y }) => y)).size).toBeLessThanOrEqual(3);
    for (const { end, y } of words) {
      expect(end).toBeLessThanOrEqual(1200 - 60);
      expect(y).toBeLessThan(530);
    }
  });

  test('shows the full name of its site, even if other texts do not fit', async () => {
    const types = Array.from({ length: 5 }, () => shown('A').types).flat();
    const site = { text: 'AnAcmePlatformChangelogOf34Letters', face: 'sans' } as const;
    const date = { text: 'A day with a name of about forty letters', face: 'sans' } as const;
    const view = shown('A', { date, types, site });
    const [name, ...others] = await wordsOf(cardBox(view, false, false), /34Letters$/);
    expect([name?.word, others]).toEqual([site.text, []]);
    expect(name?.end).toBeCloseTo(1200 - 72, -1);
  });

  test.each([
    'A quicker way to search releases',
    'One title of a length that leaves a single word on its end',
  ])('has no single word on the last line of “%s”', async (title) => {
    const lines = async (style: BoxStyle) => {
      const words = await wordsOf(titleBox(shown(title), style), /\S/, lineWidth);
      return Map.groupBy(words, ({ y }) => y);
    };
    const [first, balanced] = [await lines({}), await lines({ textWrap: 'balance' })];
    expect([...first.values()].at(-1)).toHaveLength(1);
    expect(balanced.size).toBe(first.size);
    expect([...balanced.values()].at(-1)?.length).toBeGreaterThan(1);
  });

  test('has no mask that does more than its clip path', async () => {
    const view = shown('A long title '.repeat(19), {
      site: { text: 'W'.repeat(90), face: 'sans' },
    });
    const fonts = await cardFaces();
    const svg = await satori(cardBox(view, true, true), { width: 1200, height: 630, fonts });
    const rectangle = (kind: string, id = '') =>
      new RegExp(
        `<${kind} id="${id}"><(rect x="[^"]*" y="[^"]*" width="[^"]*" height="[^"]*")`,
      ).exec(svg)?.[1];
    const masked = svg.replace(/<mask.*?<\/mask>/g, '').match(/<[^>]* mask=[^>]*>/g) ?? [];
    expect(masked.length).toBeGreaterThan(3);
    for (const element of masked) {
      const [, mask] = / mask="url\(#([^)]+)\)"/.exec(element) ?? [];
      const [, clip] = / clip-path="url\(#([^)]+)\)"/.exec(element) ?? [];
      expect(rectangle('clipPath', clip)).toBe(rectangle('mask', mask) ?? 'none');
    }
  });

  test('is drawn the same each time', async () => {
    const [one, two] = [
      await releaseCard(shown('A'), undefined),
      await releaseCard(shown('A'), undefined),
    ];
    expect(one.equals(two)).toBe(true);
  });

  test('has its release’s picture, darkened, as the background', async () => {
    const noise = { type: 'gaussian', mean: 200, sigma: 90 } as const;
    const hero = await sharp({
      create: { width: 1600, height: 700, channels: 3, background: '#fff', noise },
    })
      .png()
      .toBuffer();
    const card = await releaseCard(shown('A title on a bright and busy picture'), hero);
    expect(await sizeOf(card)).toEqual([1200, 630, 'jpeg']);
    expect(card.length).toBeLessThan(80_000);
  });

  test('is legible on a white picture', async () => {
    const white = { width: 1200, height: 630, channels: 3, background: '#fff' } as const;
    const hero = await sharp({ create: white }).png().toBuffer();
    const card = await releaseCard(shown('A title'), hero);
    // Cropped into a new buffer, because `stats` reads the whole input and ignores `extract`.
    const corner = { left: 1000, top: 560, width: 120, height: 70 };
    const { channels } = await sharp(await sharp(card).extract(corner).png().toBuffer()).stats();
    // Below this mean, white text at the right edge has a contrast of at least 4, and large letters
    // need 3.
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeLessThan(118);
  });

  test('has a plain background if its picture is damaged or too large', async () => {
    const plain = await releaseCard(shown('A'), undefined);
    const huge = await sharp({
      create: { width: 6000, height: 5000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    for (const hero of [Buffer.from('no picture'), huge.subarray(0, 400), huge])
      expect((await releaseCard(shown('A'), hero)).equals(plain)).toBe(true);
  });
});

test.each(Object.keys(faceNames) as CardFace[])(
  'the font family %s has all letters that cards may use',
  async (family) => {
    const missing: string[] = [];
    const names: readonly string[] = faceNames[family];
    const letters = lettersOf(family).join('');
    await satori(box({ width: 1200, flexWrap: 'wrap', fontFamily: names.join(', ') }, letters), {
      width: 1200,
      height: 630,
      fonts: (await cardFaces()).filter(({ name }) => names.includes(name)),
      loadAdditionalAsset: async (_code, segment) => {
        missing.push(segment);
        return [];
      },
    });
    expect(missing).toEqual([]);
  },
);

// Cached cards are identified by their content and this version, not by the code that drew them.
test('`cardVersion` is raised when the look of cards changes', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const view = shown('A title', { hero: 'a.png' });
  const drawnBy = [dependencies.satori, dependencies.sharp, dependencies['@fontsource/newsreader']];
  const faces = (await cardFaces()).map(({ data }) =>
    digestOf(Buffer.from(data as Buffer).toString('hex')),
  );
  const look = digestOf(
    [cardBox(view, true, false), cardBox(view, false, true), faces, drawnBy],
    8,
  );
  expect({ cardVersion, look }).toEqual({ cardVersion: 3, look: 'dd51438e' });
});
