import { expect, test } from 'vitest';
import { redirectList } from '../../../../src/site/shell/head/redirects.ts';
import { siteWith } from '../../site.ts';

const redirects = { releases: { old: 'new' }, milestones: { past: 'now' } };

test('redirects go from old addresses to new ones', () => {
  expect(redirectList(redirects, siteWith({}).config)).toEqual([
    { from: 'releases/old/', to: 'releases/new/' },
    { from: 'roadmap/past/', to: 'roadmap/now/' },
  ]);
});

test('redirects leave out milestones if the site shows no roadmap', () => {
  const { config } = siteWith({ show: { roadmap: false } });
  expect(redirectList(redirects, config)).toEqual([{ from: 'releases/old/', to: 'releases/new/' }]);
});
