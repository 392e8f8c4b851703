import { describe, expect, test } from 'vitest';
import {
  type Choice,
  choose,
  compareBy,
  fitsChoice,
  readChoice,
  writeChoice,
} from '../../../src/site/roadmap/roadmap-choice.ts';

const card = { project: 'web', labels: ['speed', 'sync'], votes: 1, moved: '2026-01-01' };

describe('a choice in an address', () => {
  test.each<[string, Choice]>([
    ['', {}],
    ['?project=web', { project: 'web' }],
    ['?project=web&label=speed&sort=moved', { project: 'web', label: 'speed', sort: 'moved' }],
  ])('is read and written alike: %s', (query, choice) => {
    expect(readChoice(query)).toEqual(choice);
    expect(writeChoice(choice)).toBe(query);
  });

  test.each(['?sort=sideways', '?project=', '?utm_source=mail', '?%'])(
    'passes over what it does not understand: %s',
    (query) => {
      expect(readChoice(query)).toEqual({});
    },
  );
});

test('a choice changes in one place', () => {
  expect(choose({ project: 'web' }, 'label', 'speed')).toEqual({ project: 'web', label: 'speed' });
  expect(choose({ project: 'web', sort: 'votes' }, 'project', '')).toEqual({ sort: 'votes' });
});

test.each<[Choice, boolean]>([
  [{}, true],
  [{ project: 'web' }, true],
  [{ project: 'app' }, false],
  [{ label: 'sync' }, true],
  [{ label: 'sy' }, false],
  [{ project: 'web', label: 'speed', sort: 'moved' }, true],
  [{ project: 'app', label: 'speed' }, false],
])('a card has to fit all that is chosen: %o', (choice, expected) => {
  expect(fitsChoice(card, choice)).toBe(expected);
});

test('a card without project or label fits no such choice', () => {
  const bare = { ...card, project: undefined, labels: [] };
  expect(fitsChoice(bare, { project: 'web' })).toBe(false);
  expect(fitsChoice(bare, { label: 'sync' })).toBe(false);
});

test('orders by votes or by the latest move, and leaves ties as they were', () => {
  const cards = [
    { ...card, votes: 2, moved: '2026-01-01', id: 1 },
    { ...card, votes: 9, moved: '', id: 2 },
    { ...card, votes: 2, moved: '2026-01-03', id: 3 },
    { ...card, votes: 0, moved: '2026-01-03', id: 4 },
  ];
  const idsBy = (sort: 'votes' | 'moved') => cards.toSorted(compareBy(sort)).map(({ id }) => id);
  expect(idsBy('votes')).toEqual([2, 1, 3, 4]);
  expect(idsBy('moved')).toEqual([3, 4, 1, 2]);
});
