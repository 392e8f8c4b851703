import { expect, test } from 'vitest';
import { digestDocuments, endOfWeek } from '../../../src/features/digests/digest-feeds.ts';
import { digestsOf } from '../../../src/features/digests/digests.ts';
import { allDocuments, documentKey } from '../../../src/pages/_all-documents.ts';
import { weekOf } from '../../../src/site/base/dates.ts';
import { languages, stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { runnableIn } from '../../site/feeds/html.ts';
import { readers } from '../../site/feeds/readers.ts';
import { coreOf, documentsOf, type Given, writtenOf } from '../../site/feeds/sources.ts';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const siteIn = (locale = 'en-GB', settings = {}) =>
  siteWith({ locale, show: { digests: true }, ...settings }, { strings: stringsFor(locale) });
// 1 June 2026 is a Monday.
const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 5, day, hour));
const release = (id: string, day: number, over = {}) =>
  releaseEntry(id, { released_at: at(day).toISOString(), ...over });
const releases = [
  release('a', 1, { project: 'p-web' }),
  release('b', 7, { changes: [{ type: 'new', html: 'BREAKING: gone' }] }),
  release('c', 16),
];
const weeksOf = (over: Given) =>
  digestsOf(coreOf({ releases, site: siteIn(), now: at(30), ...over })).map(({ weeks }) =>
    weeks.map((one) => [one.week, ...one.releases.map(({ id }) => id)]),
  );
const digestFeeds = (given: Given) =>
  writtenOf({ releases, site: siteIn(), now: at(30), ...given }, (core) =>
    digestDocuments(digestsOf(core), core),
  );

test('has each past week with releases, for the site and for each project', () => {
  expect(weeksOf({ now: at(21, 23) })).toEqual([[['2026-06-01', 'b', 'a']], [['2026-06-01', 'a']]]);
  expect(weeksOf({ now: at(22, 0) })[0]).toEqual([
    ['2026-06-15', 'c'],
    ['2026-06-01', 'b', 'a'],
  ]);
});

test('sorts projects by name', () => {
  const site = siteIn();
  const ids = ['p-2', 'p-10', 'p-1'];
  site.projects = new Map(ids.map((id) => [id, { id, slug: id, name: id }]));
  const all = ids.map((id) => release(id, 1, { project: id }));
  const digests = digestsOf(coreOf({ releases: all, site, now: at(30) }));
  expect(digests.map(({ project }) => project?.id)).toEqual([undefined, 'p-1', 'p-2', 'p-10']);
});

test('a release that is synced late is in the digest of the week of that sync', () => {
  const first_seen = { a: at(10).toISOString(), c: at(2).toISOString() };
  const releaseLog = { prepared: '', first_seen, corrections: [] };
  expect(weeksOf({ releaseLog })[0]).toEqual([
    ['2026-06-15', 'c'],
    ['2026-06-08', 'a'],
    ['2026-06-01', 'b'],
  ]);
});

test('a release that moves to another project is in that project’s digest of the week of the move', () => {
  const moved = { a: at(10).toISOString() };
  const releaseLog = { prepared: '', first_seen: {}, moved, corrections: [] };
  const [all, ofProject] = weeksOf({ releaseLog });
  expect(all).toContainEqual(['2026-06-01', 'b', 'a']);
  expect(ofProject).toEqual([['2026-06-08', 'a']]);
});

test.each([
  ['UTC', '2026-06-08T00:00:00.000Z'],
  ['Europe/Berlin', '2026-06-07T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-06-07T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-06-08T12:00:00.000Z'],
  ['Asia/Kathmandu', '2026-06-07T18:15:00.000Z'],
])('weeks end at midnight in %s', (timeZone, end) => {
  const site = siteIn('en-GB', { timeZone });
  expect(endOfWeek('2026-06-01', site)).toBe(end);
  const before = new Date(Date.parse(end) - 1).toISOString();
  expect([before, end].map((at) => weekOf({ at }, site))).toEqual(['2026-06-01', '2026-06-08']);
});

test('lists by project what needs action first', async () => {
  const feed = JSON.parse((await digestFeeds({})).get('subscribe/digest/feed.json') ?? '');
  const [, first] = feed.items;
  expect(first).toMatchObject({
    id: 'tag:waymark,2026:w-1/digests/weeks/2026-06-01',
    title: expect.stringMatching(/7 June 2026: 2 releases$/),
    date_published: '2026-06-08T00:00:00.000Z',
  });
  const words = first.content_html.match(/(?<=>)[^<]+(?=<)/g);
  expect(words.slice(0, 3)).toEqual(['Sample', 'Needs action', 'BREAKING: gone (']);
  expect(words).toContain('Web');
});

const firstWeek = async (some: ReturnType<typeof release>[]) => {
  const feeds = await digestFeeds({ releases: some });
  const [first] = JSON.parse(feeds.get('subscribe/digest/feed.json') ?? '').items;
  return { ...first, words: first.content_html.match(/(?<=>)[^<]+(?=<)/g) };
};

test('finds the same texts that need action as the upgrade planner', async () => {
  const changes = [{ type: 'new', html: '<p>BREAKING: <b>gone</b></p>' }];
  const groups = [{ headings: ['Breaking changes'], items: [{ html: 'BREAKING: gone' }] }];
  const { words } = await firstWeek([release('a', 1, { changes, groups })]);
  expect(words.filter((text: string) => text.includes('gone'))).toHaveLength(1);
  const major = await firstWeek([release('b', 1, { version: '3.0.0' })]);
  expect(major.words.slice(0, 3)).toEqual([
    'Sample',
    'Needs action',
    'Read the release notes for 3.0.0',
  ]);
  const minor = await firstWeek([release('c', 1, { version: '3.1.0' })]);
  expect(minor.words).not.toContain('Needs action');
});

test('shortens long lists, and links to the page with the rest', async () => {
  const many = Array.from({ length: 40 }, (_, n) => release(`r-${n}`, 1, { project: 'p-web' }));
  const { url, words, content_html } = await firstWeek(many);
  expect(url).toBe('https://example.com/notes/');
  expect(content_html).toContain('<a href="https://example.com/notes/projects/web/">10 more</a>');
  expect(words).toContain('10 more');
});

test('shortens a week of many projects, and keeps projects that need action', async () => {
  const site = siteIn();
  const ids = Array.from({ length: 150 }, (_, n) => `p-${n}`);
  site.projects = new Map(ids.map((id) => [id, { id, slug: id, name: `Project ${id}` }]));
  const action = { changes: [{ type: 'new', html: 'BREAKING: gone' }] };
  const many = ids.map((project, n) =>
    release(`r-${n}`, 1, { project, summary: 'What is new. '.repeat(8), ...(n === 99 && action) }),
  );
  const feeds = await digestFeeds({ releases: many, site });
  const [{ content_html }] = JSON.parse(feeds.get('subscribe/digest/feed.json') ?? '').items;
  const names = content_html.match(/(?<=<h2>)[^<]+/g);
  expect(names[0]).toBe('Project p-99');
  expect(names.length).toBeGreaterThan(30);
  expect(names.at(-1)).toBe('Projects');
  expect(content_html).not.toContain('>1 more<');
  expect(content_html).toMatch(
    new RegExp(`<a href="https://example.com/notes/">${151 - names.length} more</a></p>$`),
  );
});

test('no week is so long that it displaces others from the feed', async () => {
  const html = `<p>BREAKING: ${'&lt;&amp;'.repeat(900)}</p>`;
  const long = Array.from({ length: 30 * 3 }, (_, n) =>
    releaseEntry(`r-${n}`, {
      released_at: new Date(at(29).getTime() - Math.floor(n / 3) * 7 * 86_400_000).toISOString(),
      summary: '<&'.repeat(900),
      changes: [{ type: 'new', html }],
    }),
  );
  const feeds = await digestFeeds({ releases: long, now: new Date('2026-07-30T00:00:00.000Z') });
  expect(feeds.get('subscribe/digest/atom.xml')?.match(/<entry>/g)).toHaveLength(26);
});

test('keys and bytes stay the same all week, and change when it is over', async () => {
  const of = async (now: Date) => {
    const given = { releases, site: siteIn(), now };
    const make = (core: ReturnType<typeof coreOf>) => digestDocuments(digestsOf(core), core);
    const { keys } = coreOf(given);
    const all = documentsOf(given, make);
    return [[...all.values()].map((one) => documentKey(one, keys)), await writtenOf(given, make)];
  };
  const monday = await of(at(15, 0));
  expect(await of(at(21, 23))).toEqual(monday);
  expect(await of(at(22, 0))).not.toEqual(monday);
});

test('a site without digests has no digest files', async () => {
  const pathsIn = (show: object) => [
    ...documentsOf({ releases, now: at(30), site: siteIn('en-GB', { show }) }, allDocuments).keys(),
  ];
  const [off, on] = [pathsIn({}), pathsIn({ digests: true })];
  expect(on.filter((path) => !off.includes(path)).toSorted()).toEqual(
    ['projects/web/', 'subscribe/']
      .flatMap((one) => ['atom.xml', 'feed.json', 'rss.xml'].map((file) => `${one}digest/${file}`))
      .toSorted(),
  );
});

const hostile = '</title>]]>\u0000<script>alert(1)</script> & \ud800';

test.each(languages)('feeds with hostile texts are valid in %s', async (language) => {
  const site = siteIn(language);
  site.workspace.name = hostile;
  site.projects = new Map([['p-web', { id: 'p-web', slug: 'web', name: hostile }]]);
  const named = releases.map((one) => ({ ...one, title: hostile, summary: hostile }));
  const feeds = await digestFeeds({ releases: named, site });
  expect(feeds.size).toBe(6);
  for (const [path, text] of feeds) {
    if (path.endsWith('.json')) checkJsonFeed(text);
    else checkXml(text, path.endsWith('rss.xml') ? 'rss' : 'atom');
  }
  const { items } = JSON.parse(feeds.get('subscribe/digest/feed.json') ?? '');
  for (const { content_html } of items) expect(runnableIn(content_html)).toEqual([]);
  for (const read of Object.values(readers.rss))
    expect(
      (await read(feeds.get('subscribe/digest/rss.xml') ?? '')).map(({ date }) => date),
    ).toEqual(['2026-06-22T00:00:00.000Z', '2026-06-08T00:00:00.000Z']);
});
