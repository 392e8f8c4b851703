import { expect, test } from 'vitest';
import { featuresOf, planOf } from '../../../src/features/registry.ts';
import { upgrade } from '../../../src/features/upgrade/feature.ts';
import { coreOf } from '../../site/feeds/sources.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const pagesOf = (...days: string[]) => {
  const core = coreOf({ releases: days.map((day) => releaseEntry(day, { released_at: day })) });
  return upgrade.sitePages?.(core, planOf(upgrade, core));
};

test('the sitemap has the planner and each list of versions, unless there are no releases', () => {
  const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const;
  expect(pagesOf(first, second)).toEqual([
    { path: 'upgrade/', lastModified: undefined },
    { path: 'upgrade/-/', lastModified: second },
  ]);
  expect(pagesOf()).toEqual([]);
});

test('can be turned off', () => {
  expect(featuresOf(siteWith({}).config)).toContain(upgrade);
  expect(featuresOf(siteWith({ show: { upgrade: false } }).config)).not.toContain(upgrade);
});
