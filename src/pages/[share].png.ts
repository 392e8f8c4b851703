import type { APIRoute, GetStaticPaths } from 'astro';
import { paths } from '../site/base/urls.ts';
import { frame, views } from './_plan.ts';

/** `/share.png`: depends only on the frame. */
export const getStaticPaths = (async () => {
  const { keys } = await views();
  const share = paths.shareImage().replace(/\.png$/, '');
  return [{ params: { share }, cacheKey: keys.page('share', shareVersion) }];
}) satisfies GetStaticPaths;

/** Raise it with every visible change of `share-image.ts`: drawn pictures are cached. */
const shareVersion = 1;

/** Drawing it takes as long as a hundred pages. */
export const isCached = true;

export const GET: APIRoute = async () => {
  // Loaded on demand: the renderer takes longer to load than the rest of a build with one change.
  const { shareImage } = await import('../site/shell/share-image.ts');
  return new Response(new Uint8Array(await shareImage(await frame())), {
    headers: { 'content-type': 'image/png' },
  });
};
