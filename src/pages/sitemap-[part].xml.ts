import type { APIRoute, GetStaticPaths } from 'astro';
import { sitemap, sitemapIndex } from '../feeds/sitemap.ts';
import { sitePages } from '../site/site-pages.ts';
import { views } from './_views.ts';

/** `/sitemap-index.xml` and the one sitemap that it names. */
export const getStaticPaths = (async () => {
  const { site, releases, milestones, archives } = await views();
  const { urls } = site;
  const pages = sitePages(releases, milestones, archives, site);
  return [
    { params: { part: 'index' }, props: { xml: await sitemapIndex(pages, urls) } },
    { params: { part: '0' }, props: { xml: await sitemap(pages, urls) } },
  ];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(props.xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
