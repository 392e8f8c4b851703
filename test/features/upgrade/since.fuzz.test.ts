// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderVersions } from '../../../src/features/upgrade/order-versions.ts';
import {
  maxSince,
  maxVersions,
  sincePages,
  sinceView,
} from '../../../src/features/upgrade/since.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { histories } from './histories.ts';

const version = (n: number) => `${1 + Math.floor(n / 10)}.${n % 10}.0`;
const entry = (n: number, over: Partial<ReleaseEntry> = {}) =>
  releaseEntry(`r-${n}`, {
    version: version(n),
    released_at: new Date(Date.UTC(2025, 0, 1 + n)).toISOString(),
    changes: [{ type: 'new', html: `Change ${n}` }],
    ...over,
  });
const history = Array.from({ length: 120 }, (_, n) => entry(n));
const pagesOf = (all: readonly ReleaseEntry[]) => sincePages(orderVersions(all).releases);

/** What the page of each release shows, by the release's id. */
const shownOn = (all: readonly ReleaseEntry[]) =>
  new Map(
    pagesOf(all).map(({ release, since, hasMore }) => [
      release.id,
      JSON.stringify([since.map(({ id }) => id), hasMore]),
    ]),
  );

/** How many pages are changed, added or removed. */
function moved(before: Map<string, string>, after: Map<string, string>): number {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((id) => before.get(id) !== after.get(id)).length;
}

test('leads from each of the newest fifty versions to all later releases', () => {
  const pages = new Map(pagesOf(history).map((page) => [page.release.id, page]));
  expect(pages.size).toBe(maxVersions);
  for (const [id, page] of pages) {
    const met: string[] = [];
    for (let next: typeof page | undefined = page; next; ) {
      met.unshift(...next.since.map((one) => one.id));
      expect(next.hasMore).toBe(met[0] !== undefined && met[0] !== 'r-119');
      next = next.hasMore ? pages.get(next.since[0]?.id ?? '') : undefined;
    }
    const since = history.slice(Number(id.slice(2)) + 1).map((one) => one.id);
    expect(met).toEqual(since.reverse());
  }
});

test.each([
  ['a newest version', entry(120), maxSince.releases + 3],
  [
    'a version of a branch',
    entry(99, { id: 'b', slug: 'b', version: '10.9.1' }),
    maxSince.releases + 3,
  ],
  ['a pre-release', entry(120, { version: '13.0.0-beta.1', is_pre_release: true }), 0],
  ['a version that is none', entry(120, { version: 'Sputnik' }), maxVersions + 2],
])('changes few pages for %s', (_, one, most) => {
  const count = moved(shownOn(history), shownOn([...history, one]));
  expect(count).toBeLessThanOrEqual(most);
  if (!one.is_pre_release) expect(count).toBeGreaterThan(1);
});

test('changes few pages with each release of any history', () => {
  fc.assert(
    fc.property(histories, ([last, ...rest]) => {
      fc.pre(last !== undefined);
      const before = rest.map((one) => one.entry);
      const after = [...before, last?.entry as ReleaseEntry];
      expect(moved(shownOn(before), shownOn(after))).toBeLessThanOrEqual(2 * maxVersions);
    }),
    { numRuns: fuzzRuns(150, 6000), seed: 7 },
  );
});

test('shows at least one release with any number of changes, and says that the list is cut', () => {
  const changes = Array.from({ length: maxSince.changes + 5 }, (_, n) => ({
    type: null,
    html: `Change ${n}`,
  }));
  const all = [entry(0), entry(1, { changes }), entry(2)];
  const page = pagesOf(all).find(({ release }) => release.id === 'r-0');
  expect(page).toMatchObject({ since: [{ id: 'r-1' }], hasMore: true });
  const view = sinceView([all[1] as ReleaseEntry], siteContext());
  expect(view.isCut).toBe(true);
  expect(view.groups[0]?.items).toHaveLength(maxSince.changes);
});
