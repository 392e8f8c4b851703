import { expect, test } from 'vitest';
import { cleanHtml, parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { renderBody } from './rendered.ts';

const synced = (html: string) =>
  renderBody(parseBody(html), { pictures: new Map(), base: new URL('https://example.com') });

test('a sync makes the same HTML from a cleaned body as from the original', () => {
  const body =
    '<h2 id="top">Title</h2><p><a href="#top" onclick="x()">up</a> <script>x</script><a name="old">here</a></p><ul><li><input type="checkbox" checked> done</li></ul>';
  const cleaned = cleanHtml(body);
  expect(cleaned).toBe(
    '<h2 id="top">Title</h2><p><a href="#top">up</a> <span id="old">here</span></p><ul><li>☑ done</li></ul>',
  );
  expect(synced(cleaned)).toBe(synced(body));
  expect(cleanHtml(cleaned)).toBe(cleaned);
});

test('says why a body is shown as plain text', () => {
  const told: string[] = [];
  cleanHtml('<b>'.repeat(300), (why) => told.push(why));
  expect(told).toEqual([expect.stringContaining('elements are nested more than')]);
});

test.each([
  ...['a & b', 'a > b', 'a < b', 'a\0b', 'a\r\nb'],
  '<p>é "☐"\u00a0</p>\n<p>b\u2028</p>',
  "<ul>\n<li>[x] a</li>\n<li>'b'</li>\n</ul>\n",
])('simple HTML is the same as after a whole cleaning: %j', (html) => {
  const rest = '<p><em>text</em></p>';
  expect(cleanHtml(rest + html)).toBe(rest + cleanHtml(html));
});
