import type { APIRoute } from 'astro';
import { paletteOf } from '../model/content/palette.ts';
import { direction, siteName, siteTitle } from '../site/base/context.ts';
import { paths } from '../site/base/urls.ts';
import { siteIcons } from '../site/head/icons.ts';
import { frame } from './_views.ts';

const { urls, config } = frame;
// In the manifest colours cannot follow the theme: these are the light one's paper and the accent.
const manifest = {
  name: siteTitle(frame),
  short_name: siteName(frame),
  ...(config.description && { description: config.description }),
  lang: config.locale,
  dir: direction(frame),
  start_url: urls.href(paths.home()),
  scope: urls.href(paths.home()),
  display: 'browser',
  background_color: paletteOf(config.theme).paper.light,
  theme_color: config.accent,
  icons: siteIcons(config).map(({ path, type }) => ({ src: urls.href(path), type, sizes: 'any' })),
};

export const GET: APIRoute = () =>
  new Response(`${JSON.stringify(manifest, null, 2)}\n`, {
    headers: { 'content-type': 'application/manifest+json' },
  });
