import { expect, test } from 'vitest';
import { roadmapPages, roadmapTitle } from '../../../src/site/roadmap/roadmap-pages.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const milestones = [
  milestoneEntry('a', { project: 'p-web', labels: ['l-speed', 'l-speed'] }),
  milestoneEntry('b', { labels: ['l-plain', 'l-speed', 'gone'] }),
  milestoneEntry('c', { project: 'gone' }),
];
const pageAt = (path: string) =>
  roadmapPages(milestones, siteContext()).find((page) => page.path === path);

test('has a board, a list and a timeline of everything, and of each project and label', () => {
  const pages = roadmapPages(milestones, siteContext());
  const found = pages.map((page) => [page.path, page.milestones.map(({ id }) => id).join('')]);
  expect(found).toEqual([
    ['roadmap/', 'abc'],
    ['roadmap/view/list/', 'abc'],
    ['roadmap/view/timeline/', 'abc'],
    ['roadmap/projects/web/', 'a'],
    ['roadmap/projects/web/view/list/', 'a'],
    ['roadmap/projects/web/view/timeline/', 'a'],
    ['roadmap/labels/plain/', 'b'],
    ['roadmap/labels/plain/view/list/', 'b'],
    ['roadmap/labels/plain/view/timeline/', 'b'],
    ['roadmap/labels/speed/', 'ab'],
    ['roadmap/labels/speed/view/list/', 'ab'],
    ['roadmap/labels/speed/view/timeline/', 'ab'],
  ]);
});

test('has pages without any milestone', () => {
  const pages = roadmapPages([], siteContext());
  expect(pages.map(({ path, filters }) => [path, filters])).toEqual([
    ['roadmap/', []],
    ['roadmap/view/list/', []],
    ['roadmap/view/timeline/', []],
  ]);
});

test('has no page if the site shows no roadmap', () => {
  expect(roadmapPages(milestones, siteWith({ show: { roadmap: false } }))).toEqual([]);
});

test.each(['list', 'timeline', 'changes', 'view', 'projects', 'labels'])(
  'leaves the address of a milestone with the slug "%s" free',
  (slug) => {
    const paths = roadmapPages(milestones, siteContext()).map(({ path }) => path);
    expect(paths).not.toContain(`roadmap/${slug}/`);
  },
);

test('links the filters of the roadmap, in the same view', () => {
  expect(pageAt('roadmap/labels/speed/view/list/')?.filters).toEqual([
    {
      facet: 'project',
      name: 'Project',
      chosen: 'All',
      links: [
        { slug: '', name: 'All', count: 3, href: '/notes/roadmap/view/list/', isChosen: true },
        {
          slug: 'web',
          name: 'Web',
          count: 1,
          href: '/notes/roadmap/projects/web/view/list/',
          isChosen: false,
        },
      ],
    },
    expect.objectContaining({ facet: 'label', chosen: 'Speed' }),
  ]);
});

test('sorts projects and labels in the site’s language', () => {
  const names = ['Zebra', 'Äpfel', 'Label 10', 'Label 9'];
  const labels = new Map(
    names.map((name, n) => [`l-${n}`, { id: `l-${n}`, slug: `${n}`, name, color: null }]),
  );
  const entry = milestoneEntry('a', { labels: [...labels.keys()] });
  const [page] = roadmapPages([entry], siteWith({ locale: 'de' }, { labels }));
  const [filter] = page?.filters ?? [];
  expect(filter?.links.map(({ name }) => name)).toEqual([
    'All',
    'Äpfel',
    'Label 9',
    'Label 10',
    'Zebra',
  ]);
});

test('gives every page a title of its own', () => {
  const pages = roadmapPages(milestones, siteContext());
  const titles = pages.map((page) => roadmapTitle(page, siteContext()));
  expect(titles.slice(0, 5)).toEqual([
    ...['Roadmap', 'Roadmap – List', 'Roadmap – Timeline', 'Web – Roadmap', 'Web – Roadmap – List'],
  ]);
  expect(new Set(titles).size).toBe(pages.length);
});
