import { expect, test } from 'vitest';
import { sampleWorkspaceId } from '../../../src/model/api/workspace.ts';
import { decideOwnership } from '../../../src/sync/read/ownership.ts';
import { sourcesAddress } from '../../../src/sync/read/sources/upstream.ts';

const workspace = { id: 'w-1', name: 'Mine' };
const stateOf = (id: string, before: 'api' | 'sources' = 'api') => ({
  workspace: id,
  api: before === 'api' ? 'https://api.example.com' : sourcesAddress,
});
const sources = {
  api: undefined,
  sources: { sources: [] },
  both: { sources: ['api'] },
} as const;

test('continues from content of the same workspace', () => {
  expect(decideOwnership(stateOf('w-1'), workspace, sources.api, false)).toBe('same');
});

test('continues from content of the same workspace even with --replace', () => {
  expect(decideOwnership(stateOf('w-1'), workspace, sources.api, true)).toBe('same');
});

test('starts fresh if there is no content', () => {
  expect(decideOwnership(undefined, workspace, sources.api, false)).toBe('fresh');
});

test('replaces the bundled sample without asking', () => {
  expect(decideOwnership(stateOf(sampleWorkspaceId), workspace, sources.api, false)).toBe('fresh');
});

test('does not replace a workspace that kept the id of the sample', () => {
  const own = { id: sampleWorkspaceId, name: 'Mine' };
  expect(() => decideOwnership(stateOf(sampleWorkspaceId), own, sources.sources, false)).toThrow(
    '--replace',
  );
});

test("refuses another workspace's content and says what to do", () => {
  expect(() =>
    decideOwnership(stateOf('w-2'), workspace, sources.api, false),
  ).toThrowErrorMatchingInlineSnapshot(`
    [WaymarkError: The content folder belongs to another workspace (w-2). The workspace that was read is “Mine” (w-1).
    Check the id in sources.yaml, or API_BASE_URL and API_KEY. Use --replace to replace its content, or --content DIR for another folder.]
  `);
});

test('replaces another workspace’s content with --replace', () => {
  expect(decideOwnership(stateOf('w-2'), workspace, sources.api, true)).toBe('fresh');
});

test.each([
  ['api', 'both'],
  ['sources', 'both'],
  ['sources', 'sources'],
] as const)('continues if content from %s comes from %s now', (before, now) => {
  expect(decideOwnership(stateOf('w-1', before), workspace, sources[now], false)).toBe('same');
});

test.each([
  ['api', 'sources', 'an API', 'the sources in sources.yaml'],
  ['sources', 'api', 'the sources in sources.yaml', 'an API'],
] as const)('refuses to change from %s to %s without --replace', (before, now, former, next) => {
  const decide = (replace: boolean) =>
    decideOwnership(stateOf('w-1', before), workspace, sources[now], replace);
  expect(() => decide(false)).toThrow(
    `The content comes from ${former}, but would now come from ${next}, so all its entries would go.`,
  );
  expect(decide(true)).toBe('fresh');
});
