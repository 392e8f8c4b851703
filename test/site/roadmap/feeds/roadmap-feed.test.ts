import { expect, test } from 'vitest';
import { createUrls } from '../../../../src/site/base/urls.ts';
import {
  byLastMove,
  milestoneItem,
  roadmapDocuments,
} from '../../../../src/site/roadmap/feeds/roadmap-feed.ts';
import { milestoneEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

test('puts the milestone that moved last first, and those of unknown times at the end', () => {
  const unknown = { created_at: null };
  const milestones = [
    milestoneEntry('b', unknown),
    milestoneEntry('added', { created_at: day(3) }),
    milestoneEntry('done', { created_at: day(1), ended_at: day(8) }),
    milestoneEntry('started', { created_at: day(1), started_at: day(5) }),
    milestoneEntry('edited', { created_at: day(2), updated_at: day(6) }),
    milestoneEntry('a', unknown),
  ];
  const ids = byLastMove(milestones).map(({ id }) => id);
  expect(ids).toEqual(['done', 'edited', 'started', 'added', 'a', 'b']);
});

test('has a feed for the whole roadmap and each part, with exactly its milestones', async () => {
  const milestones = [
    milestoneEntry('a', { project: 'p-web', labels: ['l-speed'] }),
    milestoneEntry('b', { labels: ['l-speed'] }),
    milestoneEntry('c'),
  ];
  const documents = roadmapDocuments({
    site: siteContext(),
    milestones,
    readMilestone: async (slug) => milestoneEntry(slug),
  });
  const feeds = documents.filter(({ path }) => path.endsWith('feed.json'));
  const found = await Promise.all(
    feeds.map(async ({ path, write }) => {
      const { title, items } = JSON.parse(await write());
      return [path, title, items.map(({ url }: { url: string }) => url.at(-2)).join('')];
    }),
  );
  expect(found).toEqual([
    ['roadmap/feed.json', 'Sample Roadmap', 'abc'],
    ['roadmap/projects/web/feed.json', 'Sample Roadmap: Web', 'a'],
    ['roadmap/labels/speed/feed.json', 'Sample Roadmap: Speed', 'ab'],
  ]);
});

test('an item has the status and last move of its milestone, and an id that stays the same', () => {
  const over = { labels: ['l-speed'], project: 'p-web', body: '<p><a href="#n-x">x</a></p>' };
  const planned = milestoneItem(milestoneEntry('m', over), siteContext());
  const done = { ...over, slug: 'renamed', status: 'Shipped', ended_at: day(9) };
  const site = siteContext({ urls: createUrls('https://other.example', '/') });
  const shipped = milestoneItem(milestoneEntry('m', done), site);
  expect(planned).toMatchObject({
    title: 'Planned: Title of m',
    published: day(1),
    categories: [
      { name: 'Web', scheme: 'tag:waymark,2026:w-1/projects' },
      { name: 'Speed', scheme: 'tag:waymark,2026:w-1/labels' },
      { name: 'Planned', scheme: 'tag:waymark,2026:w-1/statuses' },
    ],
    html: '<p><a href="https://example.com/notes/roadmap/m/#n-x">x</a></p>',
  });
  expect(shipped).toMatchObject({ title: 'Shipped: Title of m', published: day(9) });
  expect(shipped.id).toBe(planned.id);
});

test('replaces a body over 64 kB with its excerpt and a link', () => {
  const over = { excerpt: 'In short', body: `<p>${'ä'.repeat(32_000)}</p>` };
  const { html } = milestoneItem(milestoneEntry('m', over), siteContext());
  const url = 'https://example.com/notes/roadmap/m/';
  expect(html).toBe(`<p>In short</p><p><a href="${url}">Read more</a></p>`);
});
