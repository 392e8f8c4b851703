import { expect, test } from 'vitest';
import { parseTagDates } from '../../../src/sources/changelog/tag-dates.ts';

const at = (day: string, name: string) => `${Date.parse(`${day}T12:00:00Z`) / 1000} ${name}\n`;

test.each([
  ['v1.0.0', undefined],
  ['1.0.0', undefined],
  ['V1.0.0', undefined],
  ['@acme/board@1.0.0', '@acme/board'],
  ['board@1.0.0', '@acme/board'],
  ['board-v1.0.0', 'board'],
  ['board-1.0.0', 'board'],
  ['board/v1.0.0', '@acme/board'],
  ['packages/board/v1.0.0', 'packages/board'],
  ['v1.0.0', 'board'],
])('a version gets the moment of its tag %s', (tag, project) => {
  expect(parseTagDates(at('2026-01-31', tag)).momentOf('1.0.0', project, true)).toBe(
    '2026-01-31T12:00:00.000Z',
  );
});

test('the tag of the package takes precedence over that of the repository', () => {
  const dates = parseTagDates(at('2026-01-01', 'v1.0.0') + at('2026-02-02', 'board@1.0.0'));
  expect(dates.momentOf('1.0.0', 'board', true)).toBe('2026-02-02T12:00:00.000Z');
  expect(dates.momentOf('1.0.0', 'other', true)).toBe('2026-01-01T12:00:00.000Z');
});

test('a version without a tag, or with a tag without a date, has no day', () => {
  const dates = parseTagDates(`${at('2026-01-01', 'v1.0.0')} v2.0.0\n`);
  expect(dates.momentOf('1.0.1', undefined, true)).toBeUndefined();
  expect(dates.momentOf('2.0.0', undefined, true)).toBeUndefined();
});

test('a bare tag does not date a version of one package among several', () => {
  const dates = parseTagDates(at('2026-01-01', 'v1.0.0'));
  expect(dates.momentOf('1.0.0', 'other', false)).toBeUndefined();
  expect(dates.momentOf('1.0.0', 'other', true)).toBe('2026-01-01T12:00:00.000Z');
});
