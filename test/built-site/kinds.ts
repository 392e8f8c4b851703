import { paths } from '../../src/site/urls.ts';

/** One page of every kind that the site has, the hardest of its kind. */
export const kinds = {
  home: paths.home(),
  'numbered page': paths.page(1),
  release: paths.release('awkward-deep'),
  'release with everything': paths.release('what-waymark-is-for'),
  'release with a broad table': paths.release('awkward-broad-table'),
  project: paths.project('site'),
  label: paths.label('sync'),
  year: paths.year(2024),
  search: paths.search(),
  subscribe: paths.subscribe(),
  roadmap: paths.roadmap(),
  milestone: paths.milestone('awkward-labels'),
  'missing page': '404.html',
} as const;
