import type { APIRoute } from 'astro';
import { paths } from '../site/base/urls.ts';
import { urls } from './_source.ts';

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${urls.absolute(paths.sitemapIndex())}\n`);
