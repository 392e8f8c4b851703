import { expect, test } from 'vitest';
import { ApiRelease } from '../../../src/model/api/rows.ts';
import { atom } from '../../../src/site/feeds/formats/atom.ts';
import { jsonFeed } from '../../../src/site/feeds/formats/json-feed.ts';
import { rss } from '../../../src/site/feeds/formats/rss.ts';
import { releaseEntry } from '../../support/entries.ts';
import { releaseRow } from '../../support/rows.ts';
import { siteContext } from '../site.ts';
import { feedOf } from './feeds.ts';
import { checkJsonFeed, checkXml } from './validators.ts';

const isTaken = (released_at: string) =>
  ApiRelease.safeParse(releaseRow('a', { released_at })).success;

test.each([
  '0001-01-01T00:00:00Z',
  '0099-12-31T23:59:59.999999Z',
  '2026-03-01T09:00:00.000+14:00',
  '9999-12-31T23:59:59.999Z',
])('a release of %s is valid in every feed', (time) => {
  expect(isTaken(time)).toBe(true);
  const feed = feedOf([releaseEntry('a', { released_at: new Date(time).toISOString() })]);
  checkXml(rss(feed, siteContext()), 'rss');
  checkXml(atom(feed, siteContext()), 'atom');
  checkJsonFeed(jsonFeed(feed, siteContext()));
});

test.each([
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+12:00',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '+010000-01-01T00:00:00Z',
])('a release of %s is refused, because no feed can express its time', (time) => {
  expect(isTaken(time)).toBe(false);
});
