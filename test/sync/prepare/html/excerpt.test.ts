import { expect, test } from 'vitest';
import {
  countMinutes,
  cutExcerpt,
  readableText,
} from '../../../../src/sync/prepare/html/excerpt.ts';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';

test('returns the words of a body on one line', () => {
  const html = '<h2>Title</h2><p>One &amp;\n two</p><ul><li>three</li></ul><script>x</script>';
  expect(readableText(parseBody(html))).toBe('Title One & two three');
});

test('cuts an excerpt at a word boundary', () => {
  const excerpt = cutExcerpt('word '.repeat(100));
  expect(excerpt.length).toBeLessThanOrEqual(240);
  expect(excerpt).toMatch(/^(?:word )+word…$/);
});

test.each([
  [0, 1],
  [220, 1],
  [440, 2],
  [2200, 10],
])('estimates %i words at %i minutes of reading', (words, minutes) => {
  expect(countMinutes(['word '.repeat(words).trim()])).toBe(minutes);
});

test('counts the words of several texts together', () => {
  const text = 'word '.repeat(220).trim();
  expect(countMinutes([text, text, text])).toBe(3);
});
