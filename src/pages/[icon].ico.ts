import type { APIRoute, GetStaticPaths } from 'astro';
import { colourPair } from '../model/content/colour-pair.ts';
import { paths } from '../site/base/urls.ts';
import { frame } from './_views.ts';

/** `/favicon.ico`: a function of the accent alone. `npm run build` draws it beside the documents. */
export const getStaticPaths = (() => {
  if (import.meta.env.DOCUMENTS_APART) return [];
  return [{ params: { icon: paths.faviconIco().replace(/\.ico$/, '') } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = async () => {
  const { faviconIco } = await import('../layouts/favicon-ico.ts');
  return new Response(new Uint8Array(await faviconIco(colourPair(frame.config.accent))), {
    headers: { 'content-type': 'image/x-icon' },
  });
};
