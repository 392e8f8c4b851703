import type { APIRoute, GetStaticPaths } from 'astro';
import { paths } from '../site/base/urls.ts';
import { frame, views } from './_plan.ts';

/**
 * `/share.png`. The picture depends only on settings, workspace and strings (`SiteFrame`), not on
 * entries.
 */
export const getStaticPaths = (async () => {
  const { keys } = await views();
  const share = paths.shareImage().replace(/\.png$/, '');
  return [{ params: { share }, cacheKey: keys.page('share', shareVersion) }];
}) satisfies GetStaticPaths;

/**
 * Increase this number with every visible change of `share-image.ts`. Otherwise builds reuse the
 * cached picture.
 */
const shareVersion = 1;

/**
 * The picture is cached between builds, because drawing it takes as long as rendering a hundred
 * pages.
 */
export const isCached = true;

export const GET: APIRoute = async () => {
  // This module is loaded on demand, because it loads the picture renderer, which takes longer than
  // the rest of a build with one change.
  const { shareImage } = await import('../site/shell/share-image.ts');
  return new Response(new Uint8Array(await shareImage(await frame())), {
    headers: { 'content-type': 'image/png' },
  });
};
