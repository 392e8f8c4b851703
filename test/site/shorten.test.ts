import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenBody, shortenChanges } from '../../src/site/shorten.ts';
import { asRead, prepared } from '../sync/html/prepared.ts';

const text = (length: number) => 'word '.repeat(length / 5).trim();
const p = (length: number) => `<p>${text(length)}</p>`;
const list = `<ul>${`<li>${text(100)}</li>`.repeat(9)}</ul>`;
const table = `<table><tbody>${`<tr><td>${text(100)}</td></tr>`.repeat(9)}</tbody></table>`;

test.each(['', 'just text', p(1500), p(400) + p(400) + p(400), list, prepared(table)])(
  'leaves a body whole that is not long: %#',
  (html) => {
    expect(shortenBody(html)).toBe(html);
  },
);

test('cuts a long body between two blocks', () => {
  expect(shortenBody(p(600) + p(500) + p(600) + p(600))).toBe(p(600) + p(500));
});

test.each(['list', 'table', 'code'])('never cuts inside a %s', (what) => {
  const long = { list, table: prepared(table), code: `<pre><code>${text(900)}</code></pre>` }[what];
  expect(shortenBody(p(600) + long + p(600))).toBe(p(600));
});

test('lets no heading and no line come last', () => {
  const html = `${p(600)}<hr>\n<h2 id="n-a">a</h2>\n<h3 id="n-b">b</h3>${p(900)}`;
  expect(shortenBody(html)).toBe(p(600));
});

test('shows the first block alone where it is not much too long', () => {
  expect(shortenBody(p(2000) + p(900))).toBe(p(2000));
  expect(shortenBody(p(2500) + p(900))).toBe('');
});

test('shows nothing of a body that is one long list', () => {
  expect(shortenBody(list.repeat(1) + list + list)).toBe(list);
  expect(shortenBody(`<ul>${`<li>${text(100)}</li>`.repeat(40)}</ul>`)).toBe('');
});

test('cuts within the one box that some editors put everything into', () => {
  const html = prepared(`<div dir="rtl"><div>${p(600) + p(500) + p(600) + p(600)}</div></div>`);
  expect(shortenBody(html)).toBe(`<div dir="rtl"><div>${p(600) + p(500)}</div></div>`);
});

test('counts pictures, and code with its markup', () => {
  const picture = '<p><img src="waymark-asset:a.png" alt="a"></p>';
  expect(shortenBody(picture.repeat(9))).toBe(picture.repeat(2));
  const code = `<pre><code>${'<span class="k">x</span>'.repeat(200)}</code></pre>`;
  expect(shortenBody(p(600) + code)).toBe(p(600));
});

test('takes text and inline elements between blocks for one block', () => {
  const run = `${text(500)} <b>bold <i>both</i></b> <br> ${text(300)}`;
  expect(shortenBody(`${p(100)}${run}${p(900)}`)).toBe(p(100) + run);
});

test('whatever the body, its beginning is read as it is written, and is a beginning', () => {
  const tag = fc.constantFrom(
    ...['p', 'div', 'b', 'a', 'ul', 'li', 'table', 'tr', 'td', 'h2', 'pre', 'blockquote', 'hr'],
    ...['details', 'summary', 'img src="/x" alt="<p>"', 'abbr title="</p><ul>"'],
  );
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name.split(' ')[0]}>`),
    fc.integer({ min: 1, max: 400 }).map((length) => text(5 * length)),
  );
  const body = fc.array(piece, { maxLength: 40 }).map((pieces) => prepared(pieces.join('')));
  fc.assert(
    fc.property(body, (html) => {
      const kept = shortenBody(html);
      expect(asRead(kept)).toBe(kept);
      expect(html.startsWith(kept.replace(/(?:<\/div>)*$/, ''))).toBe(true);
      if (kept !== html) expect(kept).not.toMatch(/<\/h2>$/);
    }),
    { numRuns: 500 },
  );
});

test('shows the first changes of many, and all of few', () => {
  const changes = Array.from({ length: 30 }, (_, n) => ({ html: text(80), n }));
  expect(shortenChanges(changes)).toEqual(changes.slice(0, 7));
  expect(shortenChanges(changes.slice(0, 9))).toHaveLength(9);
});
