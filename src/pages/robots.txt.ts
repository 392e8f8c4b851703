import type { APIRoute } from 'astro';
import { paths } from '../site/base/urls.ts';
import { frame } from './_views.ts';

export const GET: APIRoute = () =>
  new Response(
    `User-agent: *\nAllow: /\n\nSitemap: ${frame.urls.absolute(paths.sitemapIndex())}\n`,
  );
