import { expect, test } from 'vitest';
import { otherSpelling } from '../../../src/features/search/spelling.ts';

test.each([
  ['licence', 'license'],
  ['defence', 'defense'],
  ['organise', 'organize'],
  ['customisation', 'customization'],
  ['analyse', 'analyze'],
  ['colour', 'color'],
  ['behaviours', 'behaviors'],
  ['centre', 'center'],
  ['catalogue', 'catalog'],
  ['grey', 'gray'],
])('%s and %s are spellings of one word', (one, other) => {
  expect(otherSpelling(one)).toBe(other);
  expect(otherSpelling(other)).toBe(one);
});

test('most words have one spelling', () => {
  expect(['release', 'theme', '3.5.41', 'or', 'straße'].map(otherSpelling)).toEqual(
    Array.from({ length: 5 }),
  );
});
