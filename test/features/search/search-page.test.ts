import { expect, test } from 'vitest';
import { resultText } from '../../../src/features/search/result-text.ts';
import { milestonePage, releasePage } from '../../../src/features/search/search-page.ts';
import { siteContext } from '../../site/site.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';

const site = siteContext();

test('has a place for the start of a release, each section and each change', () => {
  const entry = releaseEntry('a', {
    title: 'Dark',
    version: '1.2.0',
    summary: 'In short.',
    project: 'p-web',
    labels: ['l-speed', 'gone'],
    body: '<p>Start</p><h2 id="n-why">Why</h2><p>Because</p><h3>How</h3>',
    changes: [
      { id: 'c-1', type: null, html: 'A note' },
      { type: 'fixed', html: '<code>x</code> works' },
    ],
  });
  const anchor = expect.stringMatching(/^change-[0-9a-f]{8}$/);
  expect(releasePage(entry, site)).toEqual({
    href: '/notes/releases/a/',
    title: 'Dark',
    version: '1.2.0',
    date: { iso: '2026-01-02T00:00:00.000Z', text: '2 January 2026' },
    project: 'Web',
    names: ['Web', 'Speed'],
    filters: ['project:web', 'label:speed'],
    places: [
      { text: 'In short. Start' },
      { anchor: 'n-why', heading: 'Why', text: 'Because' },
      { heading: 'How', text: '' },
      { anchor, text: 'x works', type: 'fixed' },
      { anchor, text: 'A note' },
    ],
    series: { of: 'p-web 1.2.0', isFinal: true },
  });
});

test.each([
  ['1.2.0-rc.1', { of: 'null 1.2.0', isFinal: false }],
  ['v1.2.0b3', { of: 'null 1.2.0', isFinal: false }],
  ['1.2.0', { of: 'null 1.2.0', isFinal: true }],
  ['2026-05-01', undefined],
  [null, undefined],
])('the version %j is one of the series %j', (version, series) => {
  expect(releasePage(releaseEntry('a', { version, project: null }), site).series).toEqual(series);
});

test('marks what is about upkeep', () => {
  const body = '<h2>Dependencies</h2><p>a</p><h2>Fixed</h2><p>b</p>';
  const { places } = releasePage(releaseEntry('a', { body }), site);
  expect(places.map((place) => place.isUpkeep)).toEqual([undefined, true, undefined]);
});

test('names a release as lists do: with the project if the site has several', () => {
  const entry = releaseEntry('a', { title: 'web@1.2.0', version: '1.2.0', project: 'p-web' });
  expect(releasePage(entry, site).title).toBe('web@1.2.0');
  const api = { id: 'p-api', slug: 'api', name: 'API' };
  const several = { ...site, projects: new Map([...site.projects, ['p-api', api]]) };
  expect(releasePage(entry, several).title).toBe('Web 1.2.0');
});

test('has a place for a release with only a title, and for a milestone', () => {
  expect(releasePage(releaseEntry('a', { body: '' }), site).places).toEqual([{ text: '' }]);
  const milestone = milestoneEntry('m', { title: 'Search', body: '<p>Soon.</p>' });
  expect(milestonePage(milestone, site)).toEqual({
    href: '/notes/roadmap/m/',
    title: 'Search',
    status: 'Roadmap · Planned',
    names: [],
    filters: [],
    places: [{ text: 'Soon.' }],
  });
});

test('stores the beginning of every place of a long release, and more of the first ones', () => {
  const body = Array.from({ length: 50 }, (_, n) => `<h2>${n}</h2><p>${'word '.repeat(200)}</p>`);
  const page = releasePage(releaseEntry('a', { body: body.join('') }), site);
  const { places, ...rest } = resultText(page);
  expect(places.map(({ heading }) => heading)).toEqual(page.places.map(({ heading }) => heading));
  expect(places[1]?.text).toBe(page.places[1]?.text);
  expect(places.at(-1)?.text).toMatch(/^(?:word ){20,23}word…$/);
  expect(rest).not.toHaveProperty('names');
});

test.each([
  ['Vue 3.5.41', undefined],
  ['Faster lists', '3.5.41'],
])('the result %j shows the version %s', (title, shown) => {
  const page = { href: '/r/', title, version: '3.5.41', names: [], filters: [], places: [] };
  expect(resultText(page).version).toBe(shown);
});
