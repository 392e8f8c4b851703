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

describe('a choice in a query', () => {
  test.each<[string, Choice]>([
    ['', {}],
    ['?project=web', { project: 'web' }],
    ['?project=web&label=speed&sort=moved', { project: 'web', label: 'speed', sort: 'moved' }],
  ])('is read and written the same way: %s', (query, choice) => {
    expect(readChoice(query)).toEqual(choice);
    expect(writeChoice(choice)).toBe(query);
  });

  test.each(['?sort=sideways', '?project=', '?utm_source=mail', '?%'])(
    'ignores what it does not know: %s',
    (query) => {
      expect(readChoice(query)).toEqual({});
    },
  );
});

test('choosing changes one part of a choice', () => {
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
])('a card must match every part of a choice: %o', (choice, expected) => {
  expect(fitsChoice(card, choice)).toBe(expected);
});

test('a card without a project or labels matches no choice of one', () => {
  const bare = { ...card, project: undefined, labels: [] };
  expect(fitsChoice(bare, { project: 'web' })).toBe(false);
  expect(fitsChoice(bare, { label: 'sync' })).toBe(false);
});

test('sorts by votes or by the latest move, and keeps the order of ties', () => {
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
