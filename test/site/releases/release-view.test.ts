import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { releaseView } from '../../../src/site/releases/release-view.ts';
import { releaseEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const view = (over: Partial<ReleaseEntry> = {}, site = siteContext()) =>
  releaseView(releaseEntry('a', over), site);
const image = '<img src="waymark-asset:abc.png" alt="">';
const placed = '<img src="/notes/assets/abc.png" alt="">';

test('shows project and labels by name', () => {
  expect(view({ project: 'p-web', labels: ['l-speed', 'gone', 'l-plain'] })).toMatchObject({
    project: 'Web',
    projectHref: '/notes/projects/web/',
    labels: [
      { name: 'Speed', colour: 'c-7c3aed-9a68ff', href: '/notes/labels/speed/' },
      { name: 'Plain', colour: 'c-none' },
    ],
  });
});

test('describes a release by its summary, or by its excerpt', () => {
  expect(view({ summary: 'In short' }).description).toBe('In short');
  expect(view().description).toBe('Excerpt of a');
});

test.each([
  [null, undefined],
  ['2026-01-02T23:59:59.999Z', undefined],
  ['2026-01-03T00:00:00.000Z', '3 January 2026'],
  ['2025-12-01T00:00:00.000Z', undefined],
])('shows an edit only if it was a day or more after the release: %s', (updated_at, reported) => {
  expect(view({ updated_at }).edited?.text).toBe(reported);
});

test.each([
  // The clocks change that night, so that these noons are 23 hours apart.
  ['2026-03-29', '2026-03-29T10:00:00.000Z', '29 March 2026'],
  ['2026-03-28', '2026-03-28T23:30:00.000Z', undefined],
])(
  'shows an edit of a later day as its source wrote it: %s',
  (updated_on, updated_at, reported) => {
    const released = { released_at: '2026-03-28T11:00:00.000Z', released_on: '2026-03-28' };
    for (const timeZone of ['Europe/Berlin', 'Pacific/Kiritimati', 'Etc/GMT+12'])
      expect(
        view({ ...released, updated_at, updated_on }, siteWith({ timeZone })).edited?.text,
      ).toBe(reported);
  },
);

test('groups changes by type in the order of the workspace, others last', () => {
  const changes = [
    { type: 'gone', html: '1' },
    { type: 'fixed', html: '2' },
    { type: 'new', html: '3' },
    { type: null, html: '4' },
    { type: 'fixed', html: '5' },
  ];
  const anchor = expect.stringMatching(/^change-/);
  expect(view({ changes }).changes).toEqual([
    {
      slug: 'new',
      type: { name: 'New', colour: 'c-007b22-16a34a', href: '/notes/types/new/' },
      items: [{ html: '3', anchor, position: 1 }],
    },
    {
      slug: 'fixed',
      type: { name: 'Fixed', colour: 'c-none', href: '/notes/types/fixed/' },
      items: [
        { html: '2', anchor, position: 2 },
        { html: '5', anchor, position: 3 },
      ],
    },
    {
      slug: null,
      type: { name: 'Other', colour: 'c-none' },
      items: [
        { html: '1', anchor, position: 4 },
        { html: '4', anchor, position: 5 },
      ],
    },
  ]);
});

test('shows the reading time from three minutes on', () => {
  expect([1, 2, 3].map((minutes) => view({ reading_minutes: minutes }).minutes)).toEqual([
    undefined,
    undefined,
    3,
  ]);
});

test('shows no empty group of changes', () => {
  expect(view().changes).toEqual([]);
});

test('inserts mirrored pictures in bodies, changes and the hero', () => {
  const asset = { file: 'abc.png', width: 2, height: 1, bytes: 3 };
  const over = { hero: { type: 'image', asset } as const, body: image };
  expect(view({ ...over, changes: [{ type: 'new', html: image }] })).toMatchObject({
    hero: { type: 'image', src: '/notes/assets/abc.png', width: 2, height: 1 },
    html: placed,
    changes: [{ items: [{ html: placed }] }],
  });
});

test('plays a mirrored video, and links others', () => {
  const url = 'https://video.example/film.mp4';
  const asset = { file: 'abc.mp4', bytes: 3 };
  expect([
    view({ hero: { type: 'film', asset } }).hero,
    view({ hero: { type: 'video', url } }).hero,
  ]).toEqual([
    { type: 'video', href: '/notes/assets/abc.mp4', isOwn: true },
    { type: 'video', href: url, isOwn: false },
  ]);
});

test('links a picture that was not mirrored', () => {
  const url = 'https://pictures.example/hero.png';
  expect(view({ hero: { type: 'link', url } }).hero).toEqual({ type: 'link', href: url });
});

test('shows contributors with their mirrored pictures', () => {
  const avatar = { file: 'abc.webp', width: 96, height: 96, bytes: 3 };
  const contributors = [
    { id: 'a', name: 'Ada', avatar },
    { id: 'b', name: 'Bob', avatar: null },
  ];
  expect(view({ contributors }).contributors).toEqual([
    { name: 'Ada', avatar: { src: '/notes/assets/abc.webp', width: 96, height: 96 } },
    { name: 'Bob', avatar: undefined },
  ]);
});

test('counts many contributors', () => {
  const by = (length: number) => {
    const contributors = Array.from({ length }, () => ({ id: 'a', name: 'Ada', avatar: null }));
    return view({ contributors }).by;
  };
  expect([by(8), by(9)]).toEqual(['By', 'By 9 people']);
});

test('names a file by its title, with its extension once', () => {
  const names = ['Notes', 'Notes.pdf'].map((title) => {
    const attachments = [{ type: 'FILE', title, asset: { file: 'x.pdf', bytes: 1 } } as const];
    return view({ attachments }).attachments[0]?.saveAs;
  });
  expect(names).toEqual(['Notes.pdf', 'Notes.pdf']);
});

test('leaves out reading time and contributors if the site does not show them', () => {
  const contributors = [{ id: 'a', name: 'Ada', avatar: null }];
  const show = { readingTime: false, contributors: false };
  const config = parseSiteConfig({ show }, 'site.config.ts');
  const over = { contributors, reading_minutes: 4 };
  expect([view(over), view(over, siteContext({ config }))]).toMatchObject([
    { minutes: 4, contributors: [{ name: 'Ada' }] },
    { minutes: undefined, contributors: [] },
  ]);
});

test.each([
  [93_400, 'PDF, 93 kB'],
  [12, 'PDF, 1 kB'],
  [999_499, 'PDF, 999 kB'],
  [999_500, 'PDF, 1 MB'],
  [20_450_000, 'PDF, 20.5 MB'],
])('shows the type and size of a file of %i bytes', (bytes, detail) => {
  const attachments = [{ type: 'FILE', title: 'Notes', asset: { file: 'x.pdf', bytes } } as const];
  expect(view({ attachments }).attachments).toEqual([
    { title: 'Notes', href: '/notes/assets/x.pdf', detail, saveAs: 'Notes.pdf' },
  ]);
});

test("the link to a version's code has a title in the site's language", () => {
  const link = { type: 'LINK', title: 'Changes in the code', url: 'https://a.example/' } as const;
  const site = siteContext({ strings: stringsFor('de') });
  expect(view({ attachments: [link] }, site).attachments[0]?.title).toBe('Änderungen im Code');
});

test('links attachments that are links', () => {
  const link = { type: 'LINK', title: 'Docs', url: 'https://example.org/' } as const;
  expect(view({ attachments: [link] }).attachments).toEqual([
    { title: 'Docs', href: 'https://example.org/', host: 'example.org' },
  ]);
});

test.each([
  ['Release on GitHub', 'https://vite.dev/blog', 'Release on vite.dev', undefined],
  ['Release on GitHub', 'https://codeberg.org/a/b', 'Release on Codeberg', 'codeberg.org'],
  ['Release on GitHub', 'https://github.com/a/b', 'Release on GitHub', 'github.com'],
  ['v1 on GitHub', 'https://github.example.com/a', 'v1 on GitHub', 'github.example.com'],
  ['GitHub', 'https://a.example/', 'a.example', undefined],
  ['MyGitHub', 'https://a.example/', 'MyGitHub', 'a.example'],
  ['GitHub Actions', 'https://a.example/', 'GitHub Actions', 'a.example'],
])('“%s” to %s has the title “%s”', (title, url, shown, host) => {
  const [link] = view({ attachments: [{ type: 'LINK', title, url }] }).attachments;
  expect([link?.title, link?.host]).toEqual([shown, host]);
});

test('shows the host of a link without a title only once', () => {
  const link = { type: 'LINK', title: 'example.org', url: 'https://example.org/' } as const;
  expect(view({ attachments: [link] }).attachments[0]?.host).toBeUndefined();
});
