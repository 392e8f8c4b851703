import { expect, test } from 'vitest';
import { upgradeRelease } from '../../../src/features/upgrade/upgrade-changes.ts';
import { listedName, upgradeView } from '../../../src/features/upgrade/upgrade-view.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { siteContext } from '../../site/site.ts';
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

test('groups changes by meaning, newest first in each group', () => {
  const view = upgradeView([
    release('2.0.1', [
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
    ['behaviour', ['d']],
    ['new', ['n']],
    ['fixed', ['c', 'a']],
    ['rest', ['untyped']],
  ]);
});

test.each([
  ['v2.2.0', '2.2.0', 'v2.2.0'],
  ['2.2', '2.2.0', '2.2'],
  ['v2.2', '2.2.0', 'v2.2'],
  ['2.2', '2.2.1', '2.2.1 2.2'],
  ['2.2.0 – Paper', '2.2.0', '2.2.0 – Paper'],
  ['Paper', '2.2.0', '2.2.0 Paper'],
  ['Paper', null, 'Paper'],
])('lists “%s” with version %s without repeating it', (title, version, expected) => {
  expect(listedName({ title, version })).toBe(expected);
});

test('marks issue references at the end of a change', () => {
  const html = '<p>Fix it (<a href="https://code.example/12">#12</a>)</p>';
  const [change] = release('1.0.1', [{ type: 'fixed', html }]).changes;
  expect(change?.html).toBe(html.replace('<a ', '<a class="reference" '));
});

test('shows a change on two branches once, with links to both versions', () => {
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

test('a change needs action if it does so in one of its releases', () => {
  const same = (id: string, heading: string) =>
    upgradeRelease(
      releaseEntry(id, {
        version: id,
        groups: [{ headings: [heading], items: [{ html: 'Old' }] }],
      }),
      site,
    );
  const view = upgradeView([same('2.0.1', 'Fixed'), same('2.0.0', 'Breaking changes')]);
  expect(view.groups.map(({ group, items }) => [group, items.length])).toEqual([['action', 1]]);
});

test('does not merge changes that consist only of pictures', () => {
  const [one] = upgradeView([
    release('1.0.1', [
      { type: 'new', html: '<img src="waymark-asset:a.png" alt="">' },
      { type: 'new', html: '<img src="waymark-asset:b.png" alt="">' },
    ]),
  ]).groups;
  expect(one?.items).toHaveLength(2);
});

test('removes ids from the HTML of changes, and links to the release instead', () => {
  const [{ items: [one] = [] } = { items: [] }] = upgradeView([
    release('1.0.1', [{ type: 'new', html: '<h3 id="n-x">X</h3><a href="#n-x">see</a>' }]),
  ]).groups;
  expect(one?.html).toBe('<h3>X</h3><a href="/notes/releases/r-1.0.1/#n-x">see</a>');
});

test('adds what needs action from the body of a release with changes, without duplicates', () => {
  const one = upgradeRelease(
    releaseEntry('r', {
      version: '2.0.0',
      changes: [{ type: 'new', html: 'A <b>lamp</b>' }],
      groups: [
        { headings: ['Breaking changes'], anchor: 'n-b', items: [{ html: 'Old lamps' }] },
        { headings: ['New'], items: [{ html: 'A lamp' }, { html: 'BREAKING: A lamp' }] },
      ],
    }),
    site,
  );
  expect(one.changes.map(({ group, html, href }) => [group, html, href.split('#')[1]])).toEqual([
    ['action', 'Old lamps', 'n-b'],
    ['action', 'BREAKING: A lamp', undefined],
    ['new', 'A <b>lamp</b>', expect.stringMatching(/^change-/)],
  ]);
});

test('adds other changes from the body of a release with changes, of which lists without a kind are the rest', () => {
  const one = upgradeRelease(
    releaseEntry('r', {
      version: '2.0.1',
      changes: [{ type: 'new', html: 'A lamp' }],
      groups: [
        { headings: ['Fixed'], items: [{ html: 'The switch' }] },
        { headings: ['New'], items: [{ html: 'A lamp (#12)' }, { html: 'home: a lamp' }] },
        { headings: ['How to install it'], items: [{ html: 'Take a ladder' }] },
      ],
    }),
    site,
  );
  expect(one.changes.map(({ group, html }) => [group, html])).toEqual([
    ['new', 'A lamp'],
    ['fixed', 'The switch'],
    ['rest', 'Take a ladder'],
  ]);
});

test('a major version without a change that needs action links to its notes', () => {
  const { changes } = release('4.0.0', [{ type: 'new', html: 'A lamp' }]);
  expect(changes.map(({ group }) => group)).toEqual(['action', 'new']);
  expect(changes[0]?.html).toContain('Read the release notes for 4.0.0');
});

test.each([
  ['30.0.0', 'action'],
  ['30.0', 'action'],
  ['30.1.0', 'behaviour'],
  ['0.1.0', 'behaviour'],
  [null, 'behaviour'],
])('links to the notes of a release %s without changes', (version, group) => {
  const { changes } = upgradeRelease(releaseEntry('r-"x', { version, title: 'T' }), site);
  expect(changes).toMatchObject([
    { group, html: expect.stringContaining(`Read the release notes for ${version ?? 'T'}</a>`) },
  ]);
});
