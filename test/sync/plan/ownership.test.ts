import { expect, test } from 'vitest';
import { sampleWorkspaceId } from '../../../src/model/api/workspace.ts';
import { decideOwnership } from '../../../src/sync/plan/ownership.ts';

const workspace = { id: 'w-1', name: 'Mine' };
const stateOf = (id: string) => ({ workspace: id, api: '', releases: {}, milestones: {} });

test('continues from content of the same workspace', () => {
  expect(decideOwnership(stateOf('w-1'), workspace, false)).toBe('same');
});

test('continues from content of the same workspace even with --replace', () => {
  expect(decideOwnership(stateOf('w-1'), workspace, true)).toBe('same');
});

test('starts fresh if there is no content', () => {
  expect(decideOwnership(undefined, workspace, false)).toBe('fresh');
});

test('replaces the bundled sample without asking', () => {
  expect(decideOwnership(stateOf(sampleWorkspaceId), workspace, false)).toBe('fresh');
});

test("refuses another workspace's content and says what to do", () => {
  expect(() =>
    decideOwnership(stateOf('w-2'), workspace, false),
  ).toThrowErrorMatchingInlineSnapshot(`
    [WaymarkError: The content folder belongs to another workspace (w-2). The workspace that was read is “Mine” (w-1).
    Check the id in sources.yaml, or API_BASE_URL and API_KEY. Use --replace to replace its content, or --content DIR for another folder.]
  `);
});

test('replaces another workspace’s content with --replace', () => {
  expect(decideOwnership(stateOf('w-2'), workspace, true)).toBe('fresh');
});
