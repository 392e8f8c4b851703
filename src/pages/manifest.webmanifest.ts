import type { APIRoute } from 'astro';
import { direction, siteName, siteTitle } from '../site/base/context.ts';
import { paths } from '../site/base/urls.ts';
import { paper } from '../site/head/paper.ts';
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
  background_color: paper.light,
  theme_color: config.accent,
  icons: [{ src: urls.href(paths.favicon()), type: 'image/svg+xml', sizes: 'any' }],
};

export const GET: APIRoute = () =>
  new Response(`${JSON.stringify(manifest, null, 2)}\n`, {
    headers: { 'content-type': 'application/manifest+json' },
  });
