import type { APIRoute, GetStaticPaths } from 'astro';
import { views } from '../../../pages/_plan.ts';
import { paths } from '../../../site/base/urls.ts';
import { filterData } from '../filter-data.ts';

/** `/filters.json`: fetched when a reader sets a filter. */
export const getStaticPaths = (async () => {
  const { site, releases, keys } = await views();
  const filters = paths.filters().replace(/\.json$/, '');
  // The file also contains projects and labels that have no releases.
  const shown = [releases.map(keys.release), [...site.projects], [...site.labels]];
  return [{ params: { filters }, props: { site, releases }, cacheKey: keys.page(shown) }];
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = ({ props: { site, releases } }) =>
  Response.json(filterData(releases, site));
