import type { APIRoute, GetStaticPaths } from 'astro';
import { filterData } from '../site/filter-data.ts';
import { paths } from '../site/urls.ts';
import { views } from './_views.ts';

/** `/filters.json`: fetched once a reader filters. */
export const getStaticPaths = (async () => {
  const { site, releases } = await views();
  const data = filterData(releases, site);
  return [{ params: { filters: paths.filters().replace(/\.json$/, '') }, props: { data } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) => Response.json(props.data);
