import type { APIRoute, GetStaticPaths } from 'astro';
import { paths } from '../site/base/urls.ts';
import { frame } from './_views.ts';

/** `/share.png`: a function of the frame alone. `npm run build` draws it beside the documents. */
export const getStaticPaths = (() => {
  if (import.meta.env.DOCUMENTS_APART) return [];
  return [{ params: { share: paths.shareImage().replace(/\.png$/, '') } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = async () => {
  // Only now: what it is drawn with takes longer to load than all else of a build with one change.
  const { shareImage } = await import('../layouts/share-image.ts');
  return new Response(new Uint8Array(await shareImage(frame)), {
    headers: { 'content-type': 'image/png' },
  });
};
