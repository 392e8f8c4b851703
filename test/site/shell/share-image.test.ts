import sharp from 'sharp';
import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { shareImage } from '../../../src/site/shell/share-image.ts';
import { siteContext } from '../site.ts';

const named = (name: string, accent = '#b4472b') =>
  siteContext({ config: parseSiteConfig({ name, accent }, 'site.config.ts') });

const acme = await shareImage(named('Acme'));

test('is a picture of 1200 × 630 pixels, the same in every build', async () => {
  expect(await sharp(acme).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect((await shareImage(named('Acme'))).equals(acme)).toBe(true);
});

test('shows the name and the accent', async () => {
  expect((await shareImage(named('Other'))).equals(acme)).toBe(false);
  expect((await shareImage(named('Acme', '#0e7490'))).equals(acme)).toBe(false);
});

test('shows a pale accent like pages do, darkened to be legible on paper', async () => {
  const { light } = createPair('#ffe14d');
  const pale = await shareImage(named('Acme', '#ffe14d'));
  expect((await shareImage(named('Acme', light))).equals(pale)).toBe(true);
});

test('leaves out a name that the font has no glyphs for, instead of showing boxes', async () => {
  const arabic = await shareImage(named('سجل التغييرات'));
  const chinese = await shareImage(named('更新日志'));
  expect(arabic.equals(chinese)).toBe(true);
});

test('keeps a name that it can show, even if it cannot show the word for changelog', async () => {
  const inArabic = (name: string) => shareImage({ ...named(name), strings: stringsFor('ar') });
  const picture = await inArabic('Acme');
  expect(picture.equals(await inArabic('Other'))).toBe(false);
  expect(picture.equals(acme)).toBe(false);
});
