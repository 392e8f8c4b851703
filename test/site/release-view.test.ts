import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../src/model/content.ts';
import { releaseView } from '../../src/site/release-view.ts';
import { releaseEntry } from '../store/entries.ts';
import { siteContext } from './site.ts';

const view = (over: Partial<ReleaseEntry> = {}, listed = false) =>
  releaseView(releaseEntry('a', over), siteContext(), listed);
const image = '<img src="waymark-asset:abc.png" alt="">';
const placed = '<img src="/notes/assets/abc.png" alt="">';

test('shows project and labels by name', () => {
  expect(view({ project: 'p-web', labels: ['l-speed', 'gone', 'l-plain'] })).toMatchObject({
    project: 'Web',
    labels: [
      { name: 'Speed', colour: 'c-7c3aed-9a68ff', href: '/notes/labels/speed/' },
      { name: 'Plain', colour: 'c-none' },
    ],
  });
});

test('describes a release by its summary, or by how it begins', () => {
  expect(view({ summary: 'In short' }).description).toBe('In short');
  expect(view().description).toBe('Excerpt of a');
});

test.each([
  [null, undefined],
  ['2026-01-02T23:59:59.999Z', undefined],
  ['2026-01-03T00:00:00.000Z', '3 January 2026'],
  ['2025-12-01T00:00:00.000Z', undefined],
])('tells of an edit a day or more after the release: %s', (updated_at, told) => {
  expect(view({ updated_at }).edited?.text).toBe(told);
});

test('groups changes by type in the order of the workspace, others last', () => {
  const changes = [
    { type: 'gone', html: '1' },
    { type: 'fixed', html: '2' },
    { type: 'new', html: '3' },
    { type: null, html: '4' },
    { type: 'fixed', html: '5' },
  ];
  expect(view({ changes }).changes).toEqual([
    { type: { name: 'New', colour: 'c-007b22-16a34a' }, items: ['3'] },
    { type: { name: 'Fixed', colour: 'c-none' }, items: ['2', '5'] },
    { type: { name: 'More', colour: 'c-none' }, items: ['1', '4'] },
  ]);
});

test('shows no group of changes that is empty', () => {
  expect(view().changes).toEqual([]);
});

test('puts mirrored pictures in place, in bodies, changes and the hero', () => {
  const asset = { file: 'abc.png', width: 2, height: 1, bytes: 3 };
  const over = { hero: { type: 'image', asset } as const, body: image };
  expect(view({ ...over, changes: [{ type: 'new', html: image }] })).toMatchObject({
    hero: { type: 'image', src: '/notes/assets/abc.png', width: 2, height: 1 },
    html: placed,
    changes: [{ items: [placed] }],
  });
});

test('plays a film that was mirrored, and links any other', () => {
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

test('shows those who made it with the pictures that were mirrored of them', () => {
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

test('names a file by its title, with its own ending once', () => {
  const names = ['Notes', 'Notes.pdf'].map((title) => {
    const attachments = [{ type: 'FILE', title, asset: { file: 'x.pdf', bytes: 1 } } as const];
    return view({ attachments }).attachments[0]?.saveAs;
  });
  expect(names).toEqual(['Notes.pdf', 'Notes.pdf']);
});

test('puts headings one deeper where a page lists several releases', () => {
  const over = { body: '<h2>x</h2>', changes: [{ type: 'new', html: '<h3>y</h3>' }] };
  expect(view(over)).toMatchObject({ html: '<h2>x</h2>', changes: [{ items: ['<h3>y</h3>'] }] });
  expect(view(over, true)).toMatchObject({
    html: '<h3>x</h3>',
    changes: [{ items: ['<h4>y</h4>'] }],
  });
});

test.each([
  [93_400, 'PDF, 93 kB'],
  [12, 'PDF, 1 kB'],
  [20_000_000, 'PDF, 20,000 kB'],
])('tells kind and size of a file of %i bytes', (bytes, detail) => {
  const attachments = [{ type: 'FILE', title: 'Notes', asset: { file: 'x.pdf', bytes } } as const];
  expect(view({ attachments }).attachments).toEqual([
    { title: 'Notes', href: '/notes/assets/x.pdf', detail, saveAs: 'Notes.pdf' },
  ]);
});

test('links what is attached as a link', () => {
  const link = { type: 'LINK', title: 'Docs', url: 'https://example.org/' } as const;
  expect(view({ attachments: [link] }).attachments).toEqual([
    { title: 'Docs', href: 'https://example.org/', detail: undefined },
  ]);
});
