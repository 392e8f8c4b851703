import { expect, test } from 'vitest';
import { Redirects } from '../../../src/model/content/content.ts';
import { SyncState } from '../../../src/model/content/sync-state.ts';

test('a state without milestones, from an older version, is read as having none', () => {
  const state = SyncState.parse({ workspace: 'w', api: 'http://localhost', releases: {} });
  expect(state.milestones).toEqual({});
});

test('redirects without milestones, from an older version, are read as having none', () => {
  expect(Redirects.parse({ releases: { a: 'b' } })).toEqual({
    releases: { a: 'b' },
    milestones: {},
  });
});
