import { expect, test } from 'vitest';
import { upgradeAddress, upgradeLists } from '../../../src/features/upgrade/upgrade-lists.ts';
import { readUpgrade } from '../../../src/features/upgrade/upgrade-state.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const entries = [
  releaseEntry('a', { project: 'p-web', version: '1.0.0' }),
  releaseEntry('b', { project: 'p-web', version: '1.1.0' }),
  releaseEntry('c', { project: 'p-gone', version: 'Fox' }),
];

test('has a list for each project with releases, and one for releases without a project', () => {
  const found = upgradeLists(entries, siteContext());
  expect(found.map(({ slug, name, by, releases }) => [slug, name, by, releases.length])).toEqual([
    ['web', 'Web', 'version', 2],
    ['-', 'No project', 'date', 1],
  ]);
  expect(upgradeLists([], siteContext())).toEqual([]);
});

test.each([
  [{ version: '2.3.1' }, { project: 'web', from: '2.3.1', to: '' }],
  [{ version: ' 2 & 3=+ ' }, { project: 'web', from: '2 & 3=+', to: '' }],
  [{ version: null }, { project: 'web', from: 'a', to: '' }],
  [
    { project: null, version: '1' },
    { project: '-', from: '1', to: '' },
  ],
])('links from a release %o to the planner, which reads the same values', (over, state) => {
  const release = releaseEntry('a', { project: 'p-web', ...over });
  const address = upgradeAddress(release, siteContext());
  expect(address).toMatch(/^\/notes\/upgrade\/\?/);
  expect(readUpgrade(address.slice(address.indexOf('?')))).toEqual(state);
});

test('reads the URL of an app’s notice', () => {
  expect(readUpgrade('?project=api&from=2.3.1&to=4.1.0')).toEqual({
    project: 'api',
    from: '2.3.1',
    to: '4.1.0',
  });
  expect(readUpgrade('?from=1&from=2&other=x')).toEqual({ project: '', from: '2', to: '' });
});
