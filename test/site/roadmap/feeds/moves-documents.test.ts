import { expect, test } from 'vitest';
import type { RoadmapMove } from '../../../../src/model/content/roadmap-log.ts';
import type { SiteContext } from '../../../../src/site/base/context.ts';
import { createUrls } from '../../../../src/site/base/urls.ts';
import { milestoneEntry } from '../../../support/entries.ts';
import { documentsOf, writtenOf } from '../../feeds/sources.ts';
import { checkJsonFeed, checkXml } from '../../feeds/validators.ts';
import { siteContext, siteWith } from '../../site.ts';

const folder = 'roadmap/view/changes/';
const place = (status: string) => ({ status, stage: 'PLANNED' });
const at = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const roadmapLog: RoadmapMove[] = [
  { milestone: 'm', at: at(1), from: null, to: place('Ideas') },
  { milestone: 'm', at: at(2), from: place('Ideas'), to: place('Doing') },
  { milestone: 'gone', at: at(3), from: place('Ideas'), to: place('Doing') },
];
const hostile = `<b>"'&]]>\u0007`;

async function feedOf(site: SiteContext, over: object = {}, log = roadmapLog) {
  const milestones = [milestoneEntry('m', { project: 'p-web', ...over })];
  const written = await writtenOf({ milestones, roadmapLog: log, site });
  checkXml(written.get(`${folder}rss.xml`) ?? '', 'rss');
  checkXml(written.get(`${folder}atom.xml`) ?? '', 'atom');
  checkJsonFeed(written.get(`${folder}feed.json`) ?? '');
  return JSON.parse(written.get(`${folder}feed.json`) ?? '');
}

test('lists each move of a public milestone in every format, newest first', async () => {
  const { items, home_page_url } = await feedOf(siteContext());
  expect(home_page_url).toBe(`https://example.com/notes/${folder}`);
  expect(items).toMatchObject([
    {
      title: 'Title of m: From Ideas to Doing',
      url: 'https://example.com/notes/roadmap/m/',
      summary: 'From Ideas to Doing',
      date_published: at(2),
      tags: ['Web', 'Doing'],
    },
    { title: 'Title of m: Added to the roadmap', date_published: at(1) },
  ]);
});

test('keeps the ids of moves when the milestone or the site gets another name or address', async () => {
  const ids = (feed: { items: { id: string }[] }) => feed.items.map(({ id }) => id);
  const before = ids(await feedOf(siteContext()));
  const elsewhere = siteContext({ urls: createUrls('https://other.example', '/') });
  expect(ids(await feedOf(elsewhere, { slug: 'renamed', title: 'Renamed' }))).toEqual(before);
  expect(new Set(before).size).toBe(2);
});

test('is valid without moves, and with any characters in a title or status', async () => {
  expect((await feedOf(siteContext(), {}, [])).items).toEqual([]);
  const odd = [{ milestone: 'm', at: at(1), from: place(hostile), to: place('Doing') }];
  const { items } = await feedOf(siteContext(), { title: hostile }, odd);
  expect(items[0].content_html).toContain('&lt;b>');
  expect(items[0].content_html).not.toContain('<b>');
});

test('is not written if the site shows no roadmap', () => {
  const paths = [
    ...documentsOf({ roadmapLog, site: siteWith({ show: { roadmap: false } }) }).keys(),
  ];
  expect(paths.filter((path) => path.startsWith('roadmap'))).toEqual([]);
});
