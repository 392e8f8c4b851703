import { toText } from 'hast-util-to-text';
import { expect, test } from 'vitest';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { prepared } from './as-release.ts';
import { attributes } from './many-attributes.ts';

test.each([
  ['1 MiB', `<p>${'x'.repeat(1024 * 1024 - 7)}</p>`],
  ['escapes that make it larger than 1 MiB', `<p>${'&'.repeat(300_000)}</p>`],
  ['10,000 paragraphs', '<p>x</p>'.repeat(10_000)],
])('shows a body with %s as HTML', async (_, html) => {
  const { body, notes } = await prepared(html, '');
  expect(notes).toEqual([]);
  expect(body).toMatch(/^<(?:p|div)>/);
});

/**
 * Without limits, the time to parse these inputs grows at least with the square of their length.
 */
test.each([
  ['100,000 nested elements', '<div>'.repeat(100_000), /256 levels/],
  ['20,000 attributes', `<p ${attributes(20_000)}>x</p>`, /64 attributes/],
  ['100,000 nested templates', '<template>'.repeat(100_000), /256 levels/],
  ['1 MiB of "<"', '<'.repeat(1024 * 1024 + 1), /1024 KiB/],
  ['100,000 unclosed links', '<a href=x>'.repeat(100_000), /65536 nodes/],
])('stops reading %s at the first limit', (_, html, bound) => {
  const refused: string[] = [];
  parseBody(html, (why) => refused.push(why));
  expect(refused).toEqual([expect.stringMatching(bound)]);
});

test.each([
  ['20,000 attributes of an end tag', `</p ${attributes(20_000)}>x`, 'x'],
  ['1 MiB of spaces in an address', `<a href="x${' '.repeat(1024 * 1024 - 100)}y">x</a>`, 'x'],
  ['1 MiB of open comments', '<!--'.repeat(256 * 1024), ''],
])('reads %s to the end', (_, html, text) => {
  expect(toText(parseBody(html))).toBe(text);
});
