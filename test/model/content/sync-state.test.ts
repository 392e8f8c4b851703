import { expect, test } from 'vitest';
import { Redirects } from '../../../src/model/content/content.ts';
import { SyncState } from '../../../src/model/content/sync-state.ts';

test('a state written before a kind of entry was synced holds none of that kind', () => {
  const state = SyncState.parse({ workspace: 'w', api: 'http://localhost', releases: {} });
  expect(state.milestones).toEqual({});
});

test('redirects written before a kind of entry was synced hold none of that kind', () => {
  expect(Redirects.parse({ releases: { a: 'b' } })).toEqual({
    releases: { a: 'b' },
    milestones: {},
  });
});
