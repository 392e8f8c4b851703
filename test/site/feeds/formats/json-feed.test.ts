import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { jsonFeed } from '../../../../src/site/feeds/formats/json-feed.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';
import { feedOf } from '../feeds.ts';

const jsonOf = (...releases: ReleaseEntry[]) =>
  JSON.parse(jsonFeed(feedOf(releases), siteContext()));

test('an item contains everything that feed readers show', () => {
  const asset = { file: 'abc.png', width: 8, height: 4, bytes: 4321 };
  const { items, ...feed } = jsonOf(
    releaseEntry('a', {
      summary: 'In short',
      labels: ['l-speed'],
      updated_at: '2026-02-03T04:05:06.000Z',
      hero: { type: 'image', asset },
      contributors: [{ id: 'u', name: 'Ada', avatar: null }],
    }),
  );
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Sample Changelog',
    home_page_url: 'https://example.com/notes/',
    feed_url: 'https://example.com/notes/feed.json',
    authors: [{ name: 'Sample' }],
    icon: 'https://example.com/notes/favicon.svg',
    favicon: 'https://example.com/notes/favicon.svg',
  });
  expect(feed).not.toHaveProperty('next_url');
  const url = 'https://example.com/notes/assets/abc.png';
  expect(items).toEqual([
    {
      id: 'tag:waymark,2026:w-1/releases/a',
      url: 'https://example.com/notes/releases/a/',
      title: 'Title of a',
      content_html: expect.stringContaining('<p>Body of a</p>'),
      summary: 'In short',
      image: url,
      date_published: '2026-01-02T00:00:00.000Z',
      date_modified: '2026-02-03T04:05:06.000Z',
      authors: [{ name: 'Ada' }],
      tags: ['Speed'],
      attachments: [{ url, mime_type: 'image/png', size_in_bytes: 4321 }],
    },
  ]);
});

test('an item leaves out what the release does not have', () => {
  const [item] = jsonOf(releaseEntry('a')).items;
  for (const name of ['image', 'date_modified', 'authors', 'attachments'])
    expect(item).not.toHaveProperty(name);
});
