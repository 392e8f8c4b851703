import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { atom } from '../../../../src/site/feeds/formats/atom.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';
import { feedOf } from '../feeds.ts';
import { childrenOf, parseXml, textOf } from '../parse-xml.ts';
import { checkXml } from '../validators.ts';

const atomOf = (...releases: ReleaseEntry[]) => atom(feedOf(releases), siteContext());

test('an entry contains everything that feed readers show', () => {
  const asset = { file: 'abc.png', width: 8, height: 4, bytes: 4321 };
  const xml = atomOf(
    releaseEntry('a', {
      title: 'Q&A',
      summary: 'In short',
      labels: ['l-speed'],
      body: '<p>x</p>',
      hero: { type: 'image', asset },
      contributors: ['Ada', 'Bob'].map((name) => ({ id: name, name, avatar: null })),
    }),
  );
  const feed = parseXml(xml);
  const entry = childrenOf(feed, 'entry')[0];
  expect(textOf(feed, 'id')).toBe('tag:waymark,2026:w-1/feeds/stable');
  expect(textOf(entry, 'id')).toBe('tag:waymark,2026:w-1/releases/a');
  expect(textOf(entry, 'title')).toBe('Q&A');
  expect(textOf(entry, 'summary')).toBe('In short');
  expect(textOf(entry, 'content')).toContain('<p>x</p>');
  expect(childrenOf(entry, 'author').map(({ text }) => text)).toEqual(['Ada', 'Bob']);
  expect(childrenOf(entry, 'category')[0]?.attributes).toEqual({
    term: 'Speed',
    scheme: 'tag:waymark,2026:w-1/labels',
  });
  expect(textOf(feed, 'logo')).toBe('https://example.com/notes/share.png');
  expect(childrenOf(entry, 'media:content')[0]?.attributes).toMatchObject({
    url: 'https://example.com/notes/assets/abc.png',
    medium: 'image',
  });
  expect(childrenOf(entry, 'link').map(({ attributes }) => attributes)).toEqual([
    { rel: 'alternate', type: 'text/html', href: 'https://example.com/notes/releases/a/' },
    {
      rel: 'enclosure',
      href: 'https://example.com/notes/assets/abc.png',
      type: 'image/png',
      length: '4321',
    },
  ]);
});

test('the updated time changes only with an edit after the release', () => {
  const edited = atomOf(releaseEntry('a', { updated_at: '2026-02-03T04:05:06.000Z' }));
  const untouched = atomOf(releaseEntry('a', { updated_at: '2025-12-31T00:00:00.000Z' }));
  const times = (xml: string) =>
    [parseXml(xml), childrenOf(parseXml(xml), 'entry')[0]].map((one) => textOf(one, 'updated'));
  expect(times(edited)).toEqual(['2026-02-03T04:05:06.000Z', '2026-02-03T04:05:06.000Z']);
  expect(times(untouched)).toEqual(['2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z']);
});

test('an empty feed is valid, and the same in every build', () => {
  checkXml(atomOf(), 'atom');
  expect(atomOf()).toBe(atomOf());
});
