import type { APIRoute, GetStaticPaths } from 'astro';
import { createPair } from '../model/content/colour-pair.ts';
import { paths } from '../site/base/urls.ts';
import { favicon } from '../site/shell/head/favicon.ts';
import { config } from './_source.ts';

/** `/favicon.svg`, unless the maintainer has set an icon. */
export const getStaticPaths = (() => {
  if (config.favicon.length > 0) return [];
  return [{ params: { sign: paths.favicon().replace(/\.svg$/, '') } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = () =>
  new Response(favicon(createPair(config.accent)), {
    headers: { 'content-type': 'image/svg+xml' },
  });
