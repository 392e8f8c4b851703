import { expect, test } from 'vitest';
import type { EntryChange } from '../../../src/model/content/content.ts';
import { changeKey } from '../../../src/model/content/release-log.ts';
import { compareChanges } from '../../../src/sync/plan/compare-changes.ts';

const change = (html: string, id?: string): EntryChange => ({
  type: null,
  html,
  ...(id && { id }),
});
const key = (html: string) => changeKey({ html });
const compare = (before: EntryChange[], after: EntryChange[]) => {
  const { added, removed, reworded, rewordedCount } = compareChanges(before, after);
  return { added, removed, reworded: Object.fromEntries(reworded), rewordedCount };
};
const crash = '<p>Fix a crash on start</p>';
const crashReworded = '<p>Fix a crash when the app starts</p>';
const hole = '<p>Close a hole in the parser</p>';

test('recognises an added change at any position', () => {
  const same = { removed: 0, reworded: {}, rewordedCount: 0 };
  expect(compare([change(crash)], [change(hole), change(crash)])).toEqual({
    added: [change(hole)],
    ...same,
  });
  expect(compare([change(hole), change(crash)], [change(crash), change(hole)])).toEqual({
    added: [],
    ...same,
  });
});

test('does not take a reworded change for an added one', () => {
  expect(compare([change(crash)], [change(crashReworded)])).toEqual({
    added: [],
    removed: 0,
    reworded: { [key(crash)]: key(crashReworded) },
    rewordedCount: 1,
  });
});

test('of a reworded and an added change, takes the one with other words as added', () => {
  for (const after of [
    [change(hole), change(crashReworded)],
    [change(crashReworded), change(hole)],
  ])
    expect(compare([change(crash)], after)).toMatchObject({
      added: [change(hole)],
      rewordedCount: 1,
    });
});

test('distinguishes reworded from added changes by id if words do not help', () => {
  const after = [change(crashReworded, '2'), change(hole, '1')];
  expect(compare([change(crash, '1')], after)).toMatchObject({
    added: [change(crashReworded)],
    reworded: { [key(crash)]: key(hole) },
  });
});

test('finds no added change if the number of changes does not grow', () => {
  const after = [change('<p>Something else</p>')];
  expect(compare([change(crash), change(hole)], after)).toMatchObject({
    added: [],
    removed: 1,
    rewordedCount: 1,
  });
});

test('markup and spaces are not compared as words', () => {
  const marked =
    '<p>Fix a <a href="https://example.com/?a>b">cr<b>ash</b></a>\n on <em>start</em></p>';
  expect(key(marked)).toBe(key(crash));
  expect(compare([change(crash)], [change(marked)])).toMatchObject({ added: [], rewordedCount: 0 });
});

test('counts identical changes', () => {
  const [one, two] = [[change(crash)], [change(crash), change(crash)]];
  expect(compare(one, two)).toMatchObject({ added: [change(crash)], removed: 0 });
  expect(compare(two, one)).toMatchObject({ added: [], removed: 1 });
  expect(compare(two, [change(crashReworded), change(hole)])).toMatchObject({ rewordedCount: 2 });
});

test('pairs changes in order if there are too many to compare their texts', () => {
  const many = (from: number) =>
    Array.from({ length: 1000 }, (_, n) => change(`<p>${from + n}</p>`));
  expect(compare(many(0), many(1000))).toMatchObject({
    added: [],
    removed: 0,
    rewordedCount: 1000,
  });
});
