import { expect, test } from 'vitest';
import { changelog } from '../convert.ts';

test('below the highest version, names in front of numbers are not those of products', () => {
  const parts = ['2.17', '2.16', '2.15'].map((number) => `### Log4j ${number}\n\n- Update\n\n`);
  const text = `## 1.0.0 - 2026-01-01\n\n${parts.join('')}#### 0.9.0 - 2025-01-01\n\n- First\n`;
  expect(changelog(text).releases.map(({ version }) => version)).toEqual(['1.0.0', '0.9.0']);
});

test.for([
  ['1.2.3-foo.1', true],
  ['1.2-beta', true],
  ['1.2.3', false],
] as const)('knows whether %s is a pre-release', ([version, isPreRelease]) => {
  const [release] = changelog(`## ${version} (2026-01-02)\n\n- Fix\n`).releases;
  expect(release).toMatchObject({ version, isPreRelease });
});
