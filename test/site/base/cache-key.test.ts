import { expect, test } from 'vitest';
import { createCacheKeys } from '../../../src/site/base/cache-key.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import { siteContext, siteWith } from '../site.ts';

const row = { id: 'r-1', project: 'p-web', labels: ['l-speed'], digest: 'd-1' };

/** The cache keys of an entry, of a page with the entry, and of a page without it. */
function keysIn(site: SiteContext, over: Partial<typeof row> = {}) {
  const keys = createCacheKeys(site, { releases: [{ ...row, ...over }], milestones: [] });
  return {
    entry: keys.release(row),
    page: keys.page(keys.release(row)),
    other: keys.page('other'),
  };
}

const before = keysIn(siteContext());

test('keys stay the same for the same content and settings', () => {
  expect(keysIn(siteContext())).toEqual(before);
  expect(new Set(Object.values(before)).size).toBe(3);
});

const renamed = new Map([['p-web', { id: 'p-web', slug: 'web', name: 'Renamed' }]]);
const recoloured = new Map([
  ['l-speed', { id: 'l-speed', slug: 'speed', name: 'Speed', color: null }],
]);

test.each([
  ['its own text', siteContext(), { digest: 'd-2' }],
  ['its labels', siteContext(), { labels: ['l-plain'] }],
  ['the name of its project', siteContext({ projects: renamed }), {}],
  ['the colour of its label', siteContext({ labels: recoloured }), {}],
])('keys of an entry and its pages change with %s, and others stay', (_, site, over) => {
  const after = keysIn(site, over);
  expect(after.entry).not.toBe(before.entry);
  expect(after.page).not.toBe(before.page);
  expect(after.other).toBe(before.other);
});

test('keys stay the same when a label or project that the entry does not have changes', () => {
  const { projects, labels } = siteContext();
  const more = new Map([
    ...labels,
    ['l-new', { id: 'l-new', slug: 'new', name: 'New', color: null }],
  ]);
  const two = new Map([...projects, ['p-two', { id: 'p-two', slug: 'two', name: 'Two' }]]);
  const three = new Map([...two, ['p-three', { id: 'p-three', slug: 'three', name: 'Three' }]]);
  const ofTwo = keysIn(siteContext({ projects: two }));
  expect(keysIn(siteContext({ labels: more, projects: three }))).toEqual(ofTwo);
  // With a second project, names of releases include their project.
  expect(ofTwo.page).not.toBe(before.page);
  expect(ofTwo.entry).toBe(before.entry);
});

test.each([
  ['the settings', siteWith({ accent: '#0f766e' })],
  ['the workspace', siteContext({ workspace: { ...siteContext().workspace, name: 'Renamed' } })],
])('keys of all pages change with %s', (_, site) => {
  const after = keysIn(site);
  expect(after.page).not.toBe(before.page);
  expect(after.other).not.toBe(before.other);
});

test('a release and a milestone with the same id have different keys', () => {
  const keys = createCacheKeys(siteContext(), {
    releases: [row],
    milestones: [{ ...row, digest: 'd-2' }],
  });
  expect(keys.release(row)).not.toBe(keys.milestone(row));
});

test('keys of all pages change when the header gets a link to the roadmap', () => {
  const after = keysIn(siteContext({ hasRoadmap: false }));
  expect(after.page).not.toBe(before.page);
  expect(after.other).not.toBe(before.other);
});
