import { micromark } from 'micromark';
import { expect, test } from 'vitest';
import { planMarkup } from '../../../src/features/upgrade/plan-markup.ts';
import type { CopyableChange } from '../../../src/features/upgrade/upgrade-data.ts';
import { checklist } from '../../../src/features/upgrade/upgrade-result.ts';
import { upgradeView } from '../../../src/features/upgrade/upgrade-view.ts';
import { fillIn } from '../../../src/site/base/strings/fill-in.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';

const change: CopyableChange = {
  key: 'abc',
  group: 'action',
  type: { slug: 'removed', title: '<b>"Removed" & gone' },
  html: '<p>The old <em>way</em></p>',
  href: '/releases/a/#change-1',
  markdown: 'The old *way*\n\nAnd more',
};
const hostile = '1.0 <img src=x onerror=alert(1)> [x](javascript:alert(1))';
const release = {
  slug: 'a',
  title: 'A',
  version: hostile,
  day: '2026-01-02',
  href: '/releases/a/?"x',
  changes: [change],
};
const view = upgradeView([release]);
const manner = { words: stringsFor('en').upgrade, language: 'en-GB', colours: {} };

test('escapes everything but the prepared HTML of changes', () => {
  const html = planMarkup(view, manner);
  expect(html).not.toMatch(/<img|<b>|href="[^"]*"x/);
  expect(html).toContain('<p>The old <em>way</em></p>');
  expect(html).toContain('<time datetime="2026-01-02">2 January 2026</time>');
});

test('has checkboxes only if ticks can be stored', () => {
  expect(planMarkup(view, manner)).not.toContain('checkbox');
  const ticked = planMarkup(view, { ...manner, isTicked: (key) => key === 'abc' });
  expect(ticked).toMatch(/<input type="checkbox" data-key="abc" aria-labelledby="c-abc" checked>/);
});

test('only changes that need action have check boxes, in the plan and as tasks', () => {
  const other = { ...change, key: 'def', group: 'fixed' as const, markdown: 'Fixed' };
  const both = upgradeView([{ ...release, changes: [change, other] }]);
  const isTicked = () => true;
  expect(planMarkup(both, { ...manner, isTicked }).match(/data-key="\w+"/g)).toEqual([
    'data-key="abc"',
  ]);
  const listed = { heading: 'x', words: manner.words, isTicked, origin: '' };
  expect(checklist(both, listed).match(/^- .{8}/gm)).toEqual(['- [x] The ', '- Fixed ([']);
});

test('is empty without releases', () => {
  expect(planMarkup(upgradeView([]), manner)).toBe('');
});

test('folds long groups by release, and has links to the groups of a long plan', () => {
  const releases = ['2.0.0', '1.1.0'].map((version) => ({
    slug: version,
    title: version,
    version,
    day: '2026-01-02',
    href: `/${version}/`,
    changes: ['action', 'fixed'].flatMap((group) =>
      Array.from({ length: 15 }, (_, n) => ({
        ...change,
        key: `${version}-${group}-${n}`,
        group: group as 'action' | 'fixed',
      })),
    ),
  }));
  const long = planMarkup(upgradeView(releases), manner);
  expect(
    [...long.matchAll(/<details( open)?><summary>(.*?)<\/summary>/g)].map(([all]) => all),
  ).toEqual(
    [' open', ' open', '', ''].map((state, n) => {
      const name = n % 2 === 0 ? '2.0.0' : '1.1.0';
      return `<details${state}><summary><bdi>${name}</bdi> <small>15 changes</small></summary>`;
    }),
  );
  // Below the heading of a release, its items do not repeat its name.
  expect(long).not.toContain('<a href="/releases/a/#change-1"');
  const targets = [...long.matchAll(/<a href="#([^"]*)">/g)].map(([, id]) => id);
  expect(targets).toEqual(['upgrade-action', 'upgrade-fixed', 'upgrade-releases']);
  for (const id of targets) expect(long).toContain(`id="${id}"`);
  const short = planMarkup(upgradeView(releases.slice(0, 1)), manner);
  expect(short).not.toMatch(/<details|<nav/);
});

/** A plan with this many changes that need action, each with a text of this length. */
function planOf(count: number, length: number, isTicked = (_: string) => false): string {
  const changes = Array.from({ length: count }, (_, n) => ({
    ...change,
    key: `k${n}`,
    html: `<p>Number ${n} &amp; its <em>friends</em> leave. ${'X'.repeat(length)}</p>`,
  }));
  return planMarkup(upgradeView([{ ...release, changes }]), { ...manner, isTicked });
}

test('lists the titles of many long changes that need action above them, with links', () => {
  const long = planOf(9, 400, (key) => key === 'k2');
  const [, titles = ''] =
    /<h2[^>]*>.*?<\/h2><ul class="upgrade-titles">(.*?)<\/ul>/.exec(long) ?? [];
  const rows = Array.from(
    titles.matchAll(/<li( data-done)?><a href="#(.*?)"><bdi>(.*?)<\/bdi><\/a><\/li>/g),
    ([, done = '', id, text]) => done + id + text,
  );
  expect(rows).toHaveLength(9);
  expect(rows[2]).toBe(' data-donec-k2Number 2 &amp; its friends leave');
  for (let n = 0; n < 9; n += 1) expect(long).toContain(`id="c-k${n}"`);
  expect(planOf(9, 10)).not.toContain('upgrade-titles');
  expect(planOf(3, 900)).not.toContain('upgrade-titles');
  // Changes further down are in closed `details` elements.
  expect(planOf(240, 100).match(/<li><a href="#c-/g)).toHaveLength(100);
});

test('has links to the groups of a plan with few changes but long texts', () => {
  expect(planOf(9, 400)).toContain('<nav class="upgrade-jumps"');
  expect(planOf(9, 100)).not.toContain('<nav');
});

test('opens only the newest releases of a plan with hundreds of changes that need action', () => {
  const releases = Array.from({ length: 6 }, (_, place) => ({
    slug: `r-${place}`,
    title: `R ${place}`,
    version: null,
    day: '2026-01-02',
    href: `/r-${place}/`,
    changes: Array.from({ length: 40 }, (_, n) => ({ ...change, key: `${place}-${n}` })),
  }));
  const long = planMarkup(upgradeView(releases), manner);
  const states = [...long.matchAll(/<details( open)?>/g)].map(([, state]) => Boolean(state));
  expect(states).toEqual([true, true, true, false, false, false]);
  expect(long.match(/<li><div>/g)).toHaveLength(240);
});

test('folds the releases of a long range, and shows how many they are', () => {
  const releases = (count: number) =>
    planMarkup(
      upgradeView(Array.from({ length: count }, (_, n) => ({ ...release, slug: `r-${n}` }))),
      manner,
    );
  const heading = (count: number) =>
    `<h2 class="upgrade-title">Releases in this range <small>${count}</small></h2>`;
  const fold = '<details class="upgrade-releases" id="upgrade-releases"><summary>';
  expect(releases(21)).toContain(`${fold}${heading(21)}</summary><ol><li>`);
  expect(releases(20)).toContain(`${heading(20)}<ol><li>`);
  expect(releases(20)).not.toContain('<details');
});

test('is copied as Markdown tasks in which names are escaped', () => {
  const text = checklist(view, {
    heading: 'From 1 to *2*',
    words: stringsFor('en').upgrade,
    isTicked: () => false,
    origin: 'https://example.com',
  });
  expect(text).toBe(
    [
      '## From 1 to \\*2\\*\n',
      '### Needs action\n',
      '- [ ] The old *way* ([1.0 \\<img src=x onerror=alert(1)\\> \\[x\\](javascript:alert(1))](https://example.com/releases/a/#change-1))',
      '',
      '  And more\n',
    ].join('\n'),
  );
  const html = micromark(text);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://example.com/releases/a/#change-1',
  ]);
  expect(html).not.toContain('<img');
});

test('copies ticked items as done', () => {
  const listed = {
    heading: 'x',
    words: stringsFor('en').upgrade,
    isTicked: () => true,
    origin: '',
  };
  expect(checklist(view, listed)).toContain('- [x] The old');
});

test('inserts texts into sentences verbatim', () => {
  expect(fillIn('{a} and {b} and {c}', { a: '$& {b}', b: '2' })).toBe('$& {b} and 2 and {c}');
});
