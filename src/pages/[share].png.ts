import type { APIRoute, GetStaticPaths } from 'astro';
import { paths } from '../site/base/urls.ts';
import { frame, views } from './_plan.ts';

/** `/share.png`: a function of the frame alone. */
export const getStaticPaths = (async () => {
  const { keys } = await views();
  const share = paths.shareImage().replace(/\.png$/, '');
  return [{ params: { share }, cacheKey: keys.page('share') }];
}) satisfies GetStaticPaths;

/** Drawing it takes as long as a hundred pages, and it hardly ever changes. */
export const keptWith = 'renderer';

export const GET: APIRoute = async () => {
  // Only now: what it is drawn with takes longer to load than all else of a build with one change.
  const { shareImage } = await import('../site/shell/share-image.ts');
  return new Response(new Uint8Array(await shareImage(await frame())), {
    headers: { 'content-type': 'image/png' },
  });
};
