import type { APIRoute } from 'astro';
import { createPalette } from '../model/content/palette.ts';
import { direction, type SiteFrame, siteName, siteTitle } from '../site/base/context.ts';
import { siteIcons } from '../site/base/icons.ts';
import { paths } from '../site/base/urls.ts';
import { frame } from './_plan.ts';

export const GET: APIRoute = async () =>
  new Response(`${JSON.stringify(manifest(await frame()), null, 2)}\n`, {
    headers: { 'content-type': 'application/manifest+json' },
  });

function manifest(site: SiteFrame) {
  const { urls, config } = site;
  return {
    name: siteTitle(site),
    short_name: siteName(site),
    ...(config.description && { description: config.description }),
    lang: config.locale,
    dir: direction(site),
    start_url: urls.href(paths.home()),
    scope: urls.href(paths.home()),
    display: 'browser',
    // A manifest cannot have colours for both themes, so it has the light theme's background.
    background_color: createPalette(config.theme).paper.light,
    theme_color: config.accent,
    icons: siteIcons(config).map(({ path, type }) => {
      return { src: urls.href(path), type, sizes: 'any' };
    }),
  };
}
