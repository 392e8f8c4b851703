// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenBody, shortenChanges } from '../../../../src/site/base/html/shorten.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';
import { asRead, prepared } from '../../../sync/prepare/html/prepared.ts';

const text = (length: number) => 'word '.repeat(length / 5).trim();
const p = (length: number) => `<p>${text(length)}</p>`;
const list = `<ul>${`<li>${text(100)}</li>`.repeat(9)}</ul>`;
const table = `<table><tbody>${`<tr><td>${text(100)}</td></tr>`.repeat(9)}</tbody></table>`;

test.each(['', 'just text', p(1500), p(400) + p(400) + p(400), list, prepared(table)])(
  'leaves a short body whole: %#',
  (html) => {
    expect(shortenBody(html)).toBe(html);
  },
);

test('cuts a long body between two blocks', () => {
  expect(shortenBody(p(600) + p(500) + p(600) + p(600))).toBe(p(600) + p(500));
});

test.each(['table', 'code'])('never cuts inside a %s', (what) => {
  const long = { table: prepared(table), code: `<pre><code>${text(900)}</code></pre>` }[what];
  expect(shortenBody(p(600) + long + p(600))).toBe(p(600));
});

test('never ends with a heading or a rule', () => {
  const html = `${p(600)}<hr>\n<h2 id="n-a">a</h2>\n<h3 id="n-b">b</h3>${p(900)}`;
  expect(shortenBody(html)).toBe(p(600));
});

test('keeps the first block alone if it is not much too long', () => {
  expect(shortenBody(p(2000) + p(900))).toBe(p(2000));
  expect(shortenBody(p(2500) + p(900))).toBe('');
});

const li = (length: number, inside = '') => `<li>${text(length)}${inside}</li>`;
const ul = (...items: string[]) => `<ul>${items.join('')}</ul>`;

test('cuts a long list between two items', () => {
  expect(shortenBody(list + list + list)).toBe(list + ul(...Array(2).fill(li(100))));
  expect(shortenBody(ul(...Array(40).fill(li(100))))).toBe(ul(...Array(8).fill(li(100))));
  const numbered = (count: number) => `<ol start="3">\n${`${li(100)}\n`.repeat(count)}</ol>`;
  expect(shortenBody(numbered(40))).toBe(numbered(8));
});

test('keeps the heading of a list that it cuts', () => {
  const heading = '<h3 id="n-minor-changes">Minor Changes</h3>';
  const items = Array(20).fill(li(300));
  expect(shortenBody(heading + ul(...items))).toBe(heading + ul(...items.slice(0, 3)));
});

test('cuts a long first item between its blocks, or inside a nested list', () => {
  const inner = ul(...Array(40).fill(li(100)));
  const cut = ul(...Array(6).fill(li(100)));
  expect(shortenBody(ul(li(300, inner), li(100)))).toBe(ul(li(300, cut)));
  const paragraphs = `<li id="n-a">${p(600) + p(400) + p(1900)}</li>`;
  expect(shortenBody(ul(paragraphs, paragraphs))).toBe(ul(`<li id="n-a">${p(600) + p(400)}</li>`));
});

test('keeps nothing of a list whose first item is one long text, or that is reversed without a start', () => {
  expect(shortenBody(ul(li(9000)))).toBe('');
  expect(shortenBody(`<ol reversed>${li(100).repeat(40)}</ol>`)).toBe('');
  expect(shortenBody(`<ol start="40" reversed>${li(100).repeat(40)}</ol>`)).not.toBe('');
});

test('cuts inside a box around the whole body, as some editors add', () => {
  const html = prepared(`<div dir="rtl"><div>${p(600) + p(500) + p(600) + p(600)}</div></div>`);
  expect(shortenBody(html)).toBe(`<div dir="rtl"><div>${p(600) + p(500)}</div></div>`);
});

test('counts pictures, and the markup of code', () => {
  const picture = '<p><img src="waymark-asset:a.png" alt="a"></p>';
  expect(shortenBody(picture.repeat(9))).toBe(picture.repeat(2));
  const code = `<pre><code>${'<span class="k">x</span>'.repeat(200)}</code></pre>`;
  expect(shortenBody(p(600) + code)).toBe(p(600));
});

test('treats text and inline elements between blocks as one block', () => {
  const run = `${text(500)} <b>bold <i>both</i></b> <br> ${text(300)}`;
  expect(shortenBody(`${p(100)}${run}${p(900)}`)).toBe(p(100) + run);
});

test('any shortened body is well-formed, and is a beginning of the body', () => {
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
      expect(html.startsWith(kept.replace(/(?:<\/(?:div|[uo]l|li)>)*$/, ''))).toBe(true);
      if (kept !== html) expect(kept).not.toMatch(/<\/h2>(?:<\/(?:div|[uo]l|li)>)*$/);
    }),
    { numRuns: fuzzRuns(60, 2400) },
  );
});

test('keeps the first of many changes, and all of a few', () => {
  const changes = Array.from({ length: 30 }, (_, n) => ({ html: text(80), n }));
  expect(shortenChanges(changes)).toEqual(changes.slice(0, 7));
  expect(shortenChanges(changes.slice(0, 9))).toHaveLength(9);
});

test('a heading in a box is not the end of a shortened body', () => {
  const table = `<table><tbody><tr><td>${'word '.repeat(800)}</td></tr></tbody></table>`;
  expect(shortenBody(`<p>text</p><div><h2>Title</h2></div>${table}`)).toBe('<p>text</p>');
});
