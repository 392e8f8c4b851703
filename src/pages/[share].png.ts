import { fileURLToPath } from 'node:url';
import type { APIRoute, GetStaticPaths } from 'astro';
import { paths } from '../site/urls.ts';
import { frame, views } from './_views.ts';

const font = import.meta.resolve('@fontsource/newsreader/files/newsreader-latin-500-normal.woff');

/** `/share.png`: a function of the frame alone. */
export const getStaticPaths = (async () => {
  const { keys } = await views();
  const share = paths.shareImage().replace(/\.png$/, '');
  return [{ params: { share }, cacheKey: keys.page(share) }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = async () => {
  // Only now: what it is drawn with takes longer to load than all else of a build with one change.
  const { shareImage } = await import('../layouts/share-image.ts');
  return new Response(new Uint8Array(await shareImage(frame, fileURLToPath(font))), {
    headers: { 'content-type': 'image/png' },
  });
};
