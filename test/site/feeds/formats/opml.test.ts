import { parseOpml } from 'feedsmith';
import { expect, test } from 'vitest';
import { releaseEntry } from '../../../support/entries.ts';
import { writtenOf } from '../sources.ts';

test('lists every feed for a reader to import, with the parts of the site in folders', async () => {
  const releases = [releaseEntry('a', { project: 'p-web', labels: ['l-speed'] })];
  const { body } = parseOpml((await writtenOf({ releases })).get('feeds.opml') ?? '');
  const given = (outlines = body?.outlines) =>
    outlines?.map(({ text, xmlUrl, outlines: inner }) => [text, xmlUrl ?? inner?.length]);
  expect(given()).toEqual([
    ['Sample Changelog', 'https://example.com/notes/rss.xml'],
    ['Sample Changelog: With pre-releases', 'https://example.com/notes/all/rss.xml'],
    ['Sample Roadmap', 'https://example.com/notes/roadmap/rss.xml'],
    ['Sample: Roadmap activity', 'https://example.com/notes/roadmap/view/changes/rss.xml'],
    ['Projects', 1],
    ['Labels', 1],
  ]);
  expect(body?.outlines?.[4]?.outlines?.[0]).toMatchObject({
    type: 'rss',
    text: 'Sample Changelog: Web',
    htmlUrl: 'https://example.com/notes/projects/web/',
    xmlUrl: 'https://example.com/notes/projects/web/rss.xml',
  });
});
