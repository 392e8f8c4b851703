import { paths } from '../../../src/site/base/urls.ts';

/** One page of every kind that the site has, the hardest of its kind. */
export const kinds = {
  home: paths.home(),
  'numbered page': paths.page(1),
  release: paths.release('awkward-deep'),
  'release with everything': paths.release('what-waymark-is-for'),
  'release with a broad table': paths.release('awkward-broad-table'),
  project: paths.project('site'),
  label: paths.label('sync'),
  type: paths.type('fixed'),
  year: paths.year(2024),
  'pre-releases': paths.preReleases(),
  search: paths.search(),
  subscribe: paths.subscribe(),
  'upgrade planner': paths.upgrade(),
  'planned upgrade': `${paths.upgrade()}?project=site&from=0`,
  'versions to upgrade from': paths.upgradeList('site'),
  'what came since a version': paths.upgradeSince('waymark-0-3-0', 'site'),
  roadmap: paths.roadmap(),
  'roadmap as a list': paths.roadmapList(paths.roadmap()),
  'part of the roadmap': paths.roadmapProject('site'),
  milestone: paths.milestone('awkward-labels'),
  'milestone with headings': paths.milestone('awkward-status'),
  'missing page': '404.html',
} as const;

/** All of them; those in one list are made of the same parts. */
export const alike = [
  ['home'],
  ['numbered page', 'pre-releases'],
  ['release', 'release with a broad table'],
  ['release with everything'],
  ['project', 'label'],
  ['type', 'year'],
  ['search'],
  ['subscribe'],
  ['upgrade planner'],
  ['planned upgrade'],
  ['versions to upgrade from', 'what came since a version'],
  ['roadmap', 'part of the roadmap'],
  ['roadmap as a list'],
  ['milestone', 'milestone with headings'],
  ['missing page'],
] as const satisfies (keyof typeof kinds)[][];
