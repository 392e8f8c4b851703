import type { APIRoute } from 'astro';
import { createPair } from '../model/content/colour-pair.ts';
import { createPalette, surfacesOf } from '../model/content/palette.ts';
import { inBothThemes } from '../site/base/colours.ts';
import { direction } from '../site/base/context.ts';
import { themeSheet } from '../site/base/theme-sheet.ts';
import sheet from '../site/feeds/feed.css?raw';
import { frame } from './_plan.ts';

/** The style sheet of feeds. It sets the text direction, because the feed itself cannot. */
export const GET: APIRoute = async () => {
  const site = await frame();
  const { config } = site;
  const accent = createPair(config.accent, surfacesOf(createPalette(config.theme)));
  const root = `:root {\n  --accent: ${inBothThemes(accent)};\n  direction: ${direction(site)};\n}\n`;
  return new Response(`${sheet}\n${root}${themeSheet(config)}`, {
    headers: { 'content-type': 'text/css; charset=utf-8' },
  });
};
