import { describe, expect, test } from 'vitest';
import {
  type CollectionReport,
  exitCodeOf,
  reportText,
  type SyncReport,
} from '../../src/sync/report.ts';

const calm: CollectionReport = {
  total: 2,
  added: [],
  changed: [],
  removed: [],
  withheld: [],
  incomplete: null,
};
const report = (over: Partial<SyncReport> = {}): SyncReport => ({
  workspace: { id: 'w-1', name: 'Sample' },
  dryRun: false,
  releases: calm,
  milestones: { ...calm, total: 1 },
  files: { written: 0, removed: 0 },
  quarantined: [],
  warnings: [],
  ...over,
});
const bad = { collection: 'releases', id: null, why: 'title: missing', isPrivate: false };

describe('the exit code', () => {
  test.each([
    ['all is well', report(), 0, 0],
    ['there are warnings', report({ warnings: ['kept'] }), 0, 0],
    ['removals were withheld', report({ releases: { ...calm, withheld: ['a'] } }), 3, 3],
    ['a list is full', report({ milestones: { ...calm, incomplete: 'full' } }), 0, 3],
    ['a list never settled', report({ releases: { ...calm, incomplete: 'unsettled' } }), 0, 3],
    ['a row was put aside', report({ quarantined: [bad] }), 0, 3],
  ])('when %s is as documented', (_when, done, usual, strict) => {
    expect([exitCodeOf(done, false), exitCodeOf(done, true)]).toEqual([usual, strict]);
  });
});

test('says in words that nothing changed', () => {
  expect(reportText(report())).toMatchInlineSnapshot(`
    "Sample: 2 releases and 1 milestone are public.
    Nothing changed: no file was written."
  `);
});

test('says in words what changed and what needs a look', () => {
  const text = reportText(
    report({
      releases: {
        ...calm,
        added: ['a'],
        changed: ['b'],
        removed: ['c'],
        withheld: ['d', 'e'],
        incomplete: 'full',
      },
      milestones: { ...calm, incomplete: 'unsettled' },
      files: { written: 1, removed: 2 },
      quarantined: [bad],
      warnings: ['left out /a.png: status 404'],
    }),
  );
  expect(text).toMatchInlineSnapshot(`
    "Sample: 2 releases and 2 milestones are public.
      + releases/a
      ~ releases/b
      - releases/c
      ! 2 of releases answer 404 and are kept: that many at once looks like an accident.
        Check the workspace; --allow-mass-delete removes them.
      ! releases: the API shows rows 0–1,099 of a list only; some may be missing.
      ! milestones: the list kept changing while it was read; run sync again.
      ! left out of releases: a row without id (title: missing)
      ! left out /a.png: status 404
    Wrote 1 file and removed 2."
  `);
});

test('says what a dry run would do', () => {
  expect(reportText(report({ dryRun: true, files: { written: 3, removed: 1 } }))).toContain(
    'Would write 3 files and remove 1.',
  );
});
