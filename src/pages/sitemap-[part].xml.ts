import type { APIRoute, GetStaticPaths } from 'astro';
import { sitemap, sitemapIndex } from '../feeds/sitemap.ts';
import { sitePages } from '../site/site-pages.ts';
import { views } from './_views.ts';

/** `/sitemap-index.xml` and the one sitemap that it names. */
export const getStaticPaths = (async () => {
  const { site, releases, milestones, archives, keys } = await views();
  const pages = sitePages(releases, milestones, archives, site);
  const cacheKey = keys.page(pages);
  return [
    { params: { part: 'index' }, props: { pages, site, write: sitemapIndex }, cacheKey },
    { params: { part: '0' }, props: { pages, site, write: sitemap }, cacheKey },
  ];
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { pages, site, write } }) =>
  new Response(await write(pages, site.urls), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
