import { expect, test } from 'vitest';
import { readVersionHeading } from '../../../src/sources/changelog/version-heading.ts';

const plain = { name: '', day: undefined, isYanked: false };

test.each([
  ['1.0.0', { ...plain, version: '1.0.0' }],
  ['v1.0', { ...plain, version: '1.0' }],
  ['v2', { ...plain, version: '2' }],
  ['[1.0.0] - 2026-01-31', { ...plain, version: '1.0.0', day: '2026-01-31' }],
  ['1.0.0 / 2026-01-31', { ...plain, version: '1.0.0', day: '2026-01-31' }],
  ['1.0.0 (January 31st, 2026)', { ...plain, version: '1.0.0', day: '2026-01-31' }],
  ['31 Jan 2026: Version 1.0.0', { ...plain, version: '1.0.0', day: '2026-01-31' }],
  ['2026-01-31, Version 1.0.0 (Stable)', { ...plain, version: '1.0.0', day: '2026-01-31' }],
  [
    '[1.0.0] - 2026-01-31 [YANKED]',
    { ...plain, version: '1.0.0', day: '2026-01-31', isYanked: true },
  ],
  [
    '🎉 1.0.0 – “Aurora” (2026-01-31)',
    { ...plain, version: '1.0.0', name: 'Aurora', day: '2026-01-31' },
  ],
  ['<a name="1.0.0"></a>1.0.0', { ...plain, version: '1.0.0' }],
  ['@acme/board@1.0.0-rc.1', { ...plain, version: '1.0.0-rc.1', package: '@acme/board' }],
  ['board v1.0.0', { ...plain, version: '1.0.0', package: undefined }],
  ['2026-01-31', { ...plain, version: '2026-01-31', day: '2026-01-31' }],
  ['2026.1.31', { ...plain, version: '2026.1.31' }],
  ['12 (2026-01-31)', { ...plain, version: '12', day: '2026-01-31' }],
  [
    '1.0.0-rc.1 codename (2020-01-02)',
    { ...plain, version: '1.0.0-rc.1', name: 'codename', day: '2020-01-02' },
  ],
  ['1.0.0 swift (2020-02-02)', { ...plain, version: '1.0.0', name: 'swift', day: '2020-02-02' }],
  ['v2 swift (2020-02-02)', { ...plain, version: '2', name: 'swift', day: '2020-02-02' }],
  ['v2-rc.1', { ...plain, version: '2-rc.1' }],
  ['1.0.0 RC1', { ...plain, version: '1.0.0-RC1' }],
  ['1.0.0 – beta 2 – Aurora', { ...plain, version: '1.0.0-beta.2', name: 'Aurora' }],
  ['1.0.0 (Release Candidate 1)', { ...plain, version: '1.0.0-Release-Candidate.1' }],
  ['[1.0.0](https://example.com)-rc.1', { ...plain, version: '1.0.0-rc.1' }],
  ['1.0.0 beta', { ...plain, version: '1.0.0-beta' }],
  ['1.0.0 - 2026-02-30', { ...plain, version: '1.0.0', wrongDate: '2026-02-30' }],
  ['1.0.0 - 31.01.2026', { ...plain, version: '1.0.0', day: '2026-01-31' }],
  ['[1.0.0] (04.02.2026)', { ...plain, version: '1.0.0', day: '2026-02-04' }],
  ['1.0.0 (02.13.2026)', { ...plain, version: '1.0.0', wrongDate: '02.13.2026' }],
  ['31.1.2026', { ...plain, version: '31.1.2026' }],
  [
    '1.0.0 (31/01/2026)',
    { ...plain, version: '1.0.0', name: '31/01/2026', wrongDate: '31/01/2026' },
  ],
  ['1.1.0 (unreleased)', { ...plain, version: '1.1.0' }],
  ['[Unreleased]', { ...plain, version: undefined }],
  ['Unreleased changes', { ...plain, version: undefined }],
  ['TBD', { ...plain, version: undefined }],
  ['main (unreleased)', { ...plain, version: undefined }],
  ['[Unreleased] - ReleaseDate', { ...plain, version: undefined, wrongDate: 'ReleaseDate' }],
  ['1.1.0 under development', { ...plain, version: '1.1.0' }],
  ['1.1.0 (not yet released)', { ...plain, version: '1.1.0' }],
  ['1.1.0 - YYYY-MM-DD', { ...plain, version: '1.1.0', wrongDate: 'YYYY-MM-DD' }],
  ['1.1.0 (20XX-XX-XX)', { ...plain, version: '1.1.0', wrongDate: '20XX-XX-XX' }],
  ['1.1.0 [Aurora]', { ...plain, version: '1.1.0', name: 'Aurora' }],
  [
    'Changes between 1.1.0 and 1.1.1 [xx XXX xxxx]',
    { ...plain, version: '1.1.1', wrongDate: 'xx XXX xxxx' },
  ],
  ['Release (2026-01-31)', { ...plain, version: '2026-01-31', day: '2026-01-31' }],
  ['Release (2026-01-31.2)', { ...plain, version: '2026-01-31.2', day: '2026-01-31' }],
  ['1.1.0 (non publié)', { ...plain, version: '1.1.0' }],
  ['Version ++1.26c (release)', { ...plain, version: '1.26c', name: 'release' }],
  ['Changes in version 1.1.2', { ...plain, version: '1.1.2', hasName: true }],
  ['RELEASE NOTES FOR 1.1.2', { ...plain, version: '1.1.2', hasName: true }],
  ["What's new in 1.1.2", { ...plain, version: '1.1.2', hasName: true }],
])('reads %j as a version', (heading, expected) => {
  expect(readVersionHeading(heading)).toMatchObject(expected);
});

test.each([
  ...['[Non publié]', 'Inédit', 'Unveröffentlicht', 'Sin publicar', 'Non rilasciato'],
  ...['Não publicado', '未リリース', '未发布', 'غير منشور'],
])('reads %j as unreleased changes', (heading) => {
  expect(readVersionHeading(heading)).toMatchObject({ ...plain, version: undefined });
});

test.each([
  ...[
    'Changelog',
    'Added',
    'Upgrading to 2.0',
    '3 reasons',
    '3.5 million users',
    '1.x',
    '',
    '2.0 is here',
  ],
  ...['1.0.0 swift', 'Beta 1.0.0', '1.0.0 – Preview of boards', '1.0.0\u2011rc.1'],
  ...['1.0.0 web3 (2020-01-02)', `1.0.0-rc.${'1'.repeat(90)}`, '5 reasons (2020-01-02)'],
  ...['Thanks', 'The next thing', '[link](https://example.com)', `1.0.0 ${'x'.repeat(2000)}`],
])('does not read %j as a version', (heading) => {
  expect(readVersionHeading(heading)).toBeUndefined();
});
