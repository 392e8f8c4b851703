import type { APIRoute, GetStaticPaths } from 'astro';
import { adjustPair, createPair } from '../model/content/colour-pair.ts';
import { createPalette, surfacesOf } from '../model/content/palette.ts';
import { colourSheet } from '../site/base/colours.ts';
import { themeSheet } from '../site/base/theme-sheet.ts';
import { views } from './_plan.ts';
import { isMounted } from './_source.ts';

/**
 * `/colours.css`: accent, theme, and the API's colours. The API's colours are classes, because the
 * Content Security Policy forbids `style` attributes.
 */
export const getStaticPaths = (async () => {
  const { workspace, config, labels } = (await views()).site;
  const colours = [...labels.values(), ...workspace.change_types, ...workspace.status_types];
  const surfaces = surfacesOf(createPalette(config.theme));
  const sheet = colourSheet(
    colours.map(({ color }) => color),
    {
      accent: createPair(config.accent, surfaces),
      theme: themeSheet(config),
      // The sync made these colours legible on the default backgrounds. A site can set other
      // backgrounds.
      legible: (pair) => adjustPair(pair, surfaces),
      isMounted,
    },
  );
  return [{ params: { sheet: 'colours' }, props: { sheet } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(props.sheet, { headers: { 'content-type': 'text/css; charset=utf-8' } });
