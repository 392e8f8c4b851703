import { expect, test } from 'vitest';
import { groupOf } from '../../../src/features/upgrade/regroup.ts';
import { upgradeRelease } from '../../../src/features/upgrade/upgrade-changes.ts';
import { upgradeView } from '../../../src/features/upgrade/upgrade-view.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const { workspace } = siteContext();
const site = siteContext({
  workspace: {
    ...workspace,
    change_types: [
      ...workspace.change_types,
      { slug: 'security', title: 'Security', color: null },
      { slug: 'changed', title: 'Changed', color: null },
    ],
  },
});
const release = (version: string, changes: ReleaseEntry['changes']) =>
  upgradeRelease(releaseEntry(`r-${version}`, { version, changes }), site);

test('groups changes by what they mean, the newest first in each', () => {
  const view = upgradeView([
    release('3.0.0', [
      { type: 'fixed', html: 'c' },
      { type: null, html: 'untyped' },
    ]),
    release('2.0.0', [
      { type: 'security', html: 'b' },
      { type: 'fixed', html: 'a' },
      { type: 'new', html: 'n' },
      { type: 'changed', html: 'd' },
    ]),
  ]);
  expect(view.groups.map(({ group, items }) => [group, items.map(({ html }) => html)])).toEqual([
    ['action', ['b']],
    ['behaviour', ['untyped', 'd']],
    ['new', ['n']],
    ['fixed', ['c', 'a']],
  ]);
});

test('shows a change of two branches once, with both versions and the place in each', () => {
  const fix = (id: string, html: string) => [{ id, type: 'fixed', html }];
  const view = upgradeView([
    release('3.0.1', fix('one', 'The <em>lamp</em> lights')),
    release('2.9.4', fix('two', 'The  lamp lights')),
    release('2.9.3', [{ type: 'new', html: 'The lamp lights' }]),
  ]);
  const [, fixed] = view.groups;
  expect(fixed?.items).toHaveLength(1);
  expect(fixed?.items[0]?.places).toEqual([
    {
      name: '3.0.1',
      href: expect.stringMatching(/^\/notes\/releases\/r-3\.0\.1\/#change-[\da-f]{8}$/),
    },
    { name: '2.9.4', href: expect.stringContaining('r-2.9.4') },
  ]);
});

test('keeps two changes that are pictures alone apart', () => {
  const [one] = upgradeView([
    release('1.0.0', [
      { type: 'new', html: '<img src="waymark-asset:a.png" alt="">' },
      { type: 'new', html: '<img src="waymark-asset:b.png" alt="">' },
    ]),
  ]).groups;
  expect(one?.items).toHaveLength(2);
});

test('has no id twice in what stands on a page', () => {
  const [{ items: [one] = [] } = { items: [] }] = upgradeView([
    release('1.0.0', [{ type: 'new', html: '<h3 id="n-x">X</h3><a href="#n-x">see</a>' }]),
  ]).groups;
  expect(one?.html).toBe('<h3>X</h3><a href="/notes/releases/r-1.0.0/#n-x">see</a>');
});

test.each([
  ['breaking-changes', 'Breaking changes', 'action'],
  ['x', '⚠️ Removed', 'action'],
  ['deprecated', 'Deprecated', 'action'],
  ['security-fixes', 'Security fixes', 'action'],
  ['bug-fixes', 'Bug fixes', 'fixed'],
  ['added', 'Added', 'new'],
  ['changed', 'Changed', 'behaviour'],
  ['unfixable', 'Unfixable', 'behaviour'],
  ['entfernt', 'Entfernt', 'behaviour'],
])('takes the type %s (%s) for %s', (slug, title, group) => {
  expect(groupOf({ slug, title }, siteContext())).toBe(group);
});

test.each([
  ['entfernt', 'Entfernt', 'action'],
  ['behoben', 'Behoben', 'fixed'],
  ['neu', 'Neu', 'new'],
  ['removed', 'Removed', 'action'],
])('takes the type %s of a site in German for %s', (slug, title, group) => {
  expect(groupOf({ slug, title }, siteContext({ strings: stringsFor('de') }))).toBe(group);
});

test('lets a site name more types that need action, by slug or title', () => {
  const own = siteWith({ upgrade: { action: ['schema', 'Umbau'] } });
  expect(groupOf({ slug: 'schema', title: 'Schema changes' }, own)).toBe('action');
  expect(groupOf({ slug: 't-7', title: 'umbau' }, own)).toBe('action');
  expect(groupOf({ slug: 't-8', title: 'Schemata' }, own)).toBe('behaviour');
});
