import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { createUrls } from '../../../../src/site/base/urls.ts';
import { releaseItem } from '../../../../src/site/releases/feeds/release-item.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';

const item = (over: Partial<ReleaseEntry> = {}, site = siteContext()) =>
  releaseItem(releaseEntry('a', over), site);

test('keeps the id of an item when slug, title, domain or base change', () => {
  const elsewhere = siteContext({ urls: createUrls('https://other.example', '/') });
  const moved = item({ slug: 'renamed', title: 'Renamed' }, elsewhere);
  expect(moved.id).toBe(item().id);
  expect(moved.url).toBe('https://other.example/releases/renamed/');
});

test('has the addresses of its own site, even if another site has shown the same release', () => {
  const entry = releaseEntry('a', { body: '<p><a href="#n-x">x</a></p>' });
  const urlsOf = (host: string) => siteContext({ urls: createUrls(`https://${host}`, '/') });
  for (const host of ['one.example', 'two.example']) {
    const { url, html } = releaseItem(entry, urlsOf(host));
    expect(url).toBe(`https://${host}/releases/a/`);
    expect(html).toContain(`href="https://${host}/releases/a/#n-x"`);
  }
});

test('has an id that is a URI, whatever the ids of the API contain', () => {
  const site = siteContext();
  site.workspace.id = 'w 1/ä\ud800';
  const { id } = releaseItem(releaseEntry('a?b#c'), site);
  expect(id).toBe('tag:waymark,2026:w%201%2F%C3%A4%EF%BF%BD/releases/a%3Fb%23c');
});

test('lists project, labels, types of changes and authors, each once', () => {
  const contributors = ['Ada', 'Bob'].map((name) => ({ id: name, name, avatar: null }));
  const changes = ['fixed', 'new', 'fixed', 'gone'].map((type) => ({ type, html: 'x' }));
  const over = { project: 'p-web', labels: ['l-speed'], contributors, changes };
  expect(item(over)).toMatchObject({
    categories: [
      { name: 'Web', scheme: 'tag:waymark,2026:w-1/projects' },
      { name: 'Speed', scheme: 'tag:waymark,2026:w-1/labels' },
      { name: 'New', scheme: 'tag:waymark,2026:w-1/types' },
      { name: 'Fixed', scheme: 'tag:waymark,2026:w-1/types' },
    ],
    authors: ['Ada', 'Bob'],
  });
});

test('reports an edit after the release, but none before it', () => {
  const released_at = '2026-01-05T00:00:00.000Z';
  const edited = '2026-01-06T00:00:00.000Z';
  expect(item({ released_at, updated_at: edited }).edited).toBe(edited);
  expect(item({ released_at, updated_at: '2026-01-01T00:00:00.000Z' }).edited).toBeUndefined();
  expect(item({ released_at, updated_at: released_at }).edited).toBeUndefined();
  expect(item({ released_at }).published).toBe(released_at);
});

test('includes the hero as a file with its size and type', () => {
  const asset = { file: 'abc.webp', width: 800, height: 400, bytes: 4321 };
  expect(item({ hero: { type: 'image', asset } }).picture).toEqual({
    url: 'https://example.com/notes/assets/abc.webp',
    type: 'image/webp',
    bytes: 4321,
    width: 800,
    height: 400,
  });
  expect(item({ hero: { type: 'video', url: 'https://v.example/' } }).picture).toBeUndefined();
});

test('has the summary, or an excerpt of the body if there is none', () => {
  expect(item({ summary: 'In short' }).summary).toBe('In short');
  expect(item({ summary: null }).summary).toBe('Excerpt of a');
});

test('replaces a body or changes over 64 kB with the summary and a link', () => {
  const text = 'x'.repeat(64_000 - '<p></p>'.length);
  const fits = item({ summary: 'A & B', body: `<p>${text}</p>` });
  expect(fits.html).toBe(`<p>${text}</p>`);
  const over = item({ summary: 'A & B', body: `<p>${text}x</p>` });
  const url = 'https://example.com/notes/releases/a/';
  expect(over.html).toBe(`<p>A &amp; B</p><p><a href="${url}">Read more</a></p>`);
  const changes = [{ type: null, html: `${text}x` }];
  expect(item({ changes }).html).toBe(`<p>Excerpt of a</p><p><a href="${url}">Read more</a></p>`);
});
