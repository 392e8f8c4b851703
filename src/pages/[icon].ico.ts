import type { APIRoute, GetStaticPaths } from 'astro';
import { createPair } from '../model/content/colour-pair.ts';
import { paths } from '../site/base/urls.ts';
import { views } from './_plan.ts';
import { config } from './_source.ts';

/**
 * `/favicon.ico`, unless the maintainer has set an icon. The icon depends only on the accent
 * colour.
 */
export const getStaticPaths = (async () => {
  if (config.favicon.length > 0) return [];
  const { keys } = await views();
  const icon = paths.faviconIco().replace(/\.ico$/, '');
  return [{ params: { icon }, cacheKey: keys.page('icon', iconVersion) }];
}) satisfies GetStaticPaths;

/**
 * Increase this number with every visible change of `favicon-ico.ts`. Otherwise builds reuse the
 * cached icon.
 */
const iconVersion = 1;

/** The icon is cached between builds, because loading the library that draws it takes long. */
export const isCached = true;

export const GET: APIRoute = async () => {
  const { faviconIco } = await import('../site/shell/favicon-ico.ts');
  return new Response(new Uint8Array(await faviconIco(createPair(config.accent))), {
    headers: { 'content-type': 'image/x-icon' },
  });
};
