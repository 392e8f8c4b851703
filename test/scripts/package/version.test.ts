import semver from 'semver';
import { expect, test } from 'vitest';
import { tarballVersion } from '../../../scripts/package/version.ts';

const commit = '3f9c0a1b2d4e5f60718293a4b5c6d7e8f9012345';
const tree = 'aa01b2d4e5f60718293a4b5c6d7e8f90123453f9';

test.each([
  ['a commit', { commit, tree: undefined, tags: [] }, '0.1.0-dev.3f9c0a1b2d'],
  ['the tag of a release', { commit, tree: undefined, tags: ['x', 'v0.1.0'] }, '0.1.0'],
  ['another tag', { commit, tree: undefined, tags: ['v0.2.0'] }, '0.1.0-dev.3f9c0a1b2d'],
  ['changed files', { commit, tree, tags: ['v0.1.0'] }, '0.1.0-dev.3f9c0a1b2d.aa01b2d4e5'],
  [
    'a digest that begins as a number with 0',
    { commit: '0123456789abcdef', tree: undefined, tags: [] },
    '0.1.0-dev.0123456789abcdef',
  ],
])('the version of a tarball of %s', (_what, state, version) => {
  expect(tarballVersion('0.1.0', state)).toBe(version);
  expect(semver.valid(version)).toBe(version);
});
