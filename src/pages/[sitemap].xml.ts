import type { APIRoute, GetStaticPaths } from 'astro';
import { sitemap, sitemapIndex } from '../feeds/formats/sitemap.ts';
import { paths } from '../site/base/urls.ts';
import { sitePages } from '../site/head/site-pages.ts';
import { views } from './_views.ts';

/** The one sitemap, and the index that names it: for robots, and where others look for one. */
export const getStaticPaths = (async () => {
  const { site, releases, milestones, archives, keys } = await views();
  const pages = sitePages(releases, milestones, archives, site);
  const cacheKey = keys.page(pages);
  const file = (path: string, write: typeof sitemap) => ({
    params: { sitemap: path.replace(/\.xml$/, '') },
    props: { pages, site, write },
    cacheKey,
  });
  return [
    file(paths.sitemapIndex(), sitemapIndex),
    file(paths.sitemapGuess(), sitemapIndex),
    file(paths.sitemap(), sitemap),
  ];
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { pages, site, write } }) =>
  new Response(await write(pages, site.urls), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
