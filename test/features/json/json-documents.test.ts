import { expect, test } from 'vitest';
import { jsonDocuments } from '../../../src/features/json/feature.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { type Given, writtenOf as writtenBy } from '../../site/feeds/sources.ts';
import { checkJson } from '../../site/feeds/validators.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const writtenOf = (given: Given) => writtenBy(given, jsonDocuments);
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const asset = (file: string) => ({ file, width: 8, height: 4, bytes: 4321 });
const full = releaseEntry('full', {
  released_at: day(5),
  updated_at: day(9),
  version: '2.0.0',
  summary: 'In short',
  project: 'p-web',
  labels: ['l-speed', 'l-gone'],
  body: '<a href="#n-x">x</a>',
  hero: { type: 'image', asset: asset('hero.png') },
  changes: [
    { type: 'new', html: '<img src="waymark-asset:abc.png" alt="">' },
    { type: null, html: 'y' },
  ],
  attachments: [
    { type: 'FILE', title: 'File', asset: asset('d.pdf') },
    { type: 'LINK', title: 'Link', url: 'https://l.example/' },
  ],
  contributors: [{ id: 'u', name: 'Ada', avatar: asset('ada.webp') }],
});
const many = (count: number): ReleaseEntry[] =>
  Array.from({ length: count }, (_, n) => releaseEntry(`r-${n}`, { released_at: day(n + 10) }));
const json = (written: Map<string, string>, path: string) => JSON.parse(written.get(path) ?? '');

test('has absolute URLs, and names instead of ids', async () => {
  const { releases } = json(await writtenOf({ releases: [full] }), 'changelog.json');
  const page = 'https://example.com/notes/releases/full/';
  const assets = 'https://example.com/notes/assets';
  expect(releases).toEqual([
    {
      id: 'full',
      slug: 'full',
      title: 'Title of full',
      version: '2.0.0',
      summary: 'In short',
      excerpt: 'Excerpt of full',
      reading_minutes: 1,
      is_pinned: false,
      is_pre_release: false,
      released_at: day(5),
      updated_at: day(9),
      url: page,
      markdown_url: 'https://example.com/notes/releases/full.md',
      project: { id: 'p-web', slug: 'web', name: 'Web' },
      labels: [siteContext().labels.get('l-speed')],
      hero: { type: 'image', url: `${assets}/hero.png`, width: 8, height: 4, bytes: 4321 },
      html: `<a href="${page}#n-x">x</a>`,
      changes: [
        {
          type: siteContext().workspace.change_types[0],
          html: `<img src="${assets}/abc.png" alt="">`,
        },
        { type: null, html: 'y' },
      ],
      attachments: [
        { title: 'File', url: `${assets}/d.pdf`, bytes: 4321 },
        { title: 'Link', url: 'https://l.example/', bytes: null },
      ],
      contributors: [{ id: 'u', name: 'Ada', avatar_url: `${assets}/ada.webp` }],
    },
  ]);
});

test('links to the copy of a mirrored video', async () => {
  const film = { hero: { type: 'film' as const, asset: asset('abc.mp4') } };
  const written = await writtenOf({ releases: [releaseEntry('film', film)] });
  const [release] = json(written, 'changelog.json').releases;
  expect(release.hero).toEqual({ type: 'video', url: 'https://example.com/notes/assets/abc.mp4' });
});

test.each(['changelog', 'latest'])('%s.json matches the schema that it names', async (name) => {
  const video = { hero: { type: 'video' as const, url: 'https://v.example/' } };
  const releases = [full, releaseEntry('video', video), releaseEntry('plain')];
  const written = await writtenOf({ releases });
  const { $schema } = json(written, `${name}.json`);
  expect($schema).toBe(`https://example.com/notes/schema/${name}.json`);
  const schema = written.get(`schema/${name}.json`) ?? '';
  checkJson(written.get(`${name}.json`) ?? '', schema);
  const broken = { ...json(written, `${name}.json`), title: 1 };
  expect(() => checkJson(JSON.stringify(broken), schema)).toThrow('title');
});

test('lists every release exactly once', async () => {
  const written = await writtenOf({ releases: many(170) });
  const ids: string[] = [];
  let path: string | undefined = 'changelog.json';
  while (path) {
    const { releases, older } = json(written, path);
    ids.push(...releases.map(({ id }: { id: string }) => id));
    path = older?.replace('https://example.com/notes/', '');
  }
  expect(ids).toEqual(
    many(170)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('does not change an archive when a release is added', async () => {
  const older = (written: Map<string, string>) =>
    [...written].filter(([path]) => path.startsWith('changelog/'));
  const before = older(await writtenOf({ releases: many(120) }));
  const after = await writtenOf({ releases: many(230) });
  expect(before.length).toBeGreaterThan(1);
  for (const [path, text] of before) expect(after.get(path)).toBe(text);
});

test('has the newest stable release and pre-release, overall and for each project', async () => {
  const releases = [
    releaseEntry('one', { released_at: day(1), project: 'p-web' }),
    releaseEntry('two', { released_at: day(2), project: 'p-web', is_pre_release: true }),
    releaseEntry('three', { released_at: day(3) }),
  ];
  const latest = json(await writtenOf({ releases }), 'latest.json');
  expect([latest.stable.id, latest.pre_release.id]).toEqual(['three', 'two']);
  expect(latest.projects).toMatchObject([
    { project: { slug: 'web' }, stable: { id: 'one' }, pre_release: { id: 'two' } },
  ]);
  expect(json(await writtenOf({}), 'latest.json')).toMatchObject({
    stable: null,
    pre_release: null,
    projects: [],
  });
});

test('changes only the changed release', async () => {
  const releases = [releaseEntry('a'), releaseEntry('b'), releaseEntry('c')];
  const changed = releases.map((one) => (one.id === 'b' ? { ...one, title: 'Another' } : one));
  const [before, after] = await Promise.all(
    [releases, changed].map(async (all) =>
      json(await writtenOf({ releases: all }), 'changelog.json'),
    ),
  );
  expect(after).toEqual({
    ...before,
    releases: before.releases.map((one: { id: string }) =>
      one.id === 'b' ? { ...one, title: 'Another' } : one,
    ),
  });
});

test('keeps special characters in names and titles, except forbidden ones', async () => {
  const title = 'Q&A: <b>bold</b> "quotes" ]]> \u0000\u0008\ud800\uffff\u202eevil\u202c $& \\';
  const kept = 'Q&A: <b>bold</b> "quotes" ]]> \u202eevil\u202c $& \\';
  const site = siteContext();
  site.projects = new Map([['p-web', { id: 'p-web', slug: 'web', name: title }]]);
  const written = await writtenOf({
    releases: [releaseEntry('a', { title, project: 'p-web' })],
    site,
  });
  for (const [path, text] of written) expect(text.isWellFormed(), path).toBe(true);
  expect(json(written, 'latest.json')).toMatchObject({
    stable: { title: kept },
    projects: [{ project: { name: kept } }],
  });
  expect(json(written, 'changelog.json').releases[0]).toMatchObject({ title: kept });
});
