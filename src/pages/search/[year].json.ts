import type { APIRoute, GetStaticPaths } from 'astro';
import { yearOf } from '../../site/dates.ts';
import { yearIndex } from '../../site/search/year-index.ts';
import { newestFirst } from '../../site/timeline.ts';
import { readReleases } from '../../store/read-for-page.ts';
import { contentDir, views } from '../_views.ts';

/** `/search/<year>.json`: a function of that year's releases, and of the tables that they refer to. */
export const getStaticPaths = (async () => {
  const { site, releases, keys } = await views();
  if (!site.config.show.search) return [];
  const byYear = Map.groupBy(newestFirst(releases), (one) => yearOf(one.released_at, site));
  return [...byYear].map(([year, all]) => ({
    params: { year },
    props: { site, slugs: all.map(({ slug }) => slug) },
    cacheKey: keys.page(all.map(keys.release)),
  }));
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { site, slugs } }) => {
  const releases = await readReleases(contentDir, slugs);
  return new Response(yearIndex(releases, site), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
};
