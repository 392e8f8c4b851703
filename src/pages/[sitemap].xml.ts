import type { APIRoute, GetStaticPaths } from 'astro';
import { fromFeatures } from '../features/registry.ts';
import { paths } from '../site/base/urls.ts';
import { type SitePage, sitemap, sitemapIndex } from '../site/feeds/formats/sitemap.ts';
import { ownPages } from './_own-pages.ts';
import { views } from './_plan.ts';
import { sitemaps, sitePages } from './_site-pages.ts';
import { isMounted } from './_source.ts';

/**
 * The sitemaps and their index. The index also exists at the address that crawlers try if there is
 * no `robots.txt`.
 */
export const getStaticPaths = (async () => {
  const core = await views();
  const { site, releases, milestones, archives, keys } = core;
  const ofFeatures = fromFeatures(core, (one, plan) => one.sitePages?.(core, plan));
  const own = ownPages().map(({ path }) => ({ path, lastModified: undefined }));
  const all = sitemaps([...sitePages(releases, milestones, archives, site, ofFeatures), ...own]);
  const index = all.map(({ path, lastModified }) => ({ path, lastModified }));
  const file = (path: string, pages: SitePage[], write: typeof sitemap) => ({
    params: { sitemap: path.replace(/\.xml$/, '') },
    props: { pages, site, write },
    cacheKey: keys.page(pages),
  });
  const indexes = [paths.sitemapIndex(), paths.sitemapGuess()];
  return [
    ...(isMounted ? [] : indexes.map((path) => file(path, index, sitemapIndex))),
    ...all.map(({ path, pages }) => file(path, pages, sitemap)),
  ];
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { pages, site, write } }) =>
  new Response(await write(pages, site.urls), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
