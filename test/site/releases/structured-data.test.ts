import { expect, test } from 'vitest';
import { releaseView } from '../../../src/site/releases/release-view.ts';
import { releaseData } from '../../../src/site/releases/structured-data.ts';
import { scriptJson } from '../../../src/site/shell/head/head-tags.ts';
import { releaseImage } from '../../../src/site/shell/head/page-image.ts';
import { releaseEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';

const site = siteContext();
const dataOf = (entry: ReturnType<typeof releaseEntry>) =>
  releaseData(entry, releaseView(entry, site), releaseImage(entry, site), site);

test('describes a release as an article with absolute URLs and times', () => {
  const entry = releaseEntry('a', {
    title: 'Faster',
    version: '1.2.0',
    released_at: '2026-02-01T00:00:00.000Z',
    updated_at: '2026-03-01T00:00:00.000Z',
  });
  expect(dataOf(entry)).toMatchObject({
    '@type': 'TechArticle',
    headline: 'Faster',
    version: '1.2.0',
    url: 'https://example.com/notes/releases/a/',
    datePublished: '2026-02-01T00:00:00.000Z',
    dateModified: '2026-03-01T00:00:00.000Z',
  });
});

test('has the hero as its picture, or else the site’s picture', () => {
  const asset = { file: 'x.png', width: 800, height: 400, bytes: 9 };
  const withHero = releaseEntry('a', { hero: { type: 'image', asset } });
  expect(dataOf(withHero)).toMatchObject({ image: 'https://example.com/notes/assets/x.png' });
  expect(dataOf(releaseEntry('b', { hero: null }))).toMatchObject({
    image: 'https://example.com/notes/share.png',
  });
});

test('stays inside its script element, whatever the title', () => {
  const text = scriptJson({ headline: '</script><script>alert(1)</script><!--' });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ headline: '</script><script>alert(1)</script><!--' });
});
