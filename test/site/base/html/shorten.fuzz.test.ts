// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenBody, shortenChanges } from '../../../../src/site/base/html/shorten.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';
import { asRead, prepared } from '../../../sync/prepare/html/prepared.ts';

const text = (length: number) => 'word '.repeat(length / 5).trim();
const p = (length: number) => `<p>${text(length)}</p>`;
const list = `<ul>${`<li>${text(60)}</li>`.repeat(5)}</ul>`;
const table = `<table><tbody>${`<tr><td>${text(50)}</td></tr>`.repeat(9)}</tbody></table>`;

test.each(['', 'just text', p(570), p(190) + p(190) + p(190), list, prepared(table)])(
  'leaves a short body whole: %#',
  (html) => {
    expect(shortenBody(html)).toBe(html);
  },
);

test('cuts a long body between two blocks', () => {
  expect(shortenBody(p(250) + p(200) + p(250) + p(250))).toBe(p(250) + p(200));
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
  expect(shortenBody(p(750) + p(400))).toBe(p(750));
  expect(shortenBody(p(900) + p(400))).toBe('');
});

test('does not end after a short first block, such as a date', () => {
  expect(shortenBody(p(20) + p(700) + p(400))).toBe(p(20) + p(700));
  expect(shortenBody(p(20) + p(900) + p(400))).toBe(p(20));
  expect(shortenBody(p(120) + p(700) + p(400))).toBe(p(120));
});

const li = (length: number, inside = '') => `<li>${text(length)}${inside}</li>`;
const ul = (...items: string[]) => `<ul>${items.join('')}</ul>`;

test('cuts a long list between two items', () => {
  expect(shortenBody(p(250) + list)).toBe(p(250) + ul(...Array(2).fill(li(60))));
  expect(shortenBody(ul(...Array(6).fill(li(5))))).toBe(ul(...Array(5).fill(li(5))));
  expect(shortenBody(ul(...Array(40).fill(li(200))))).toBe(ul(...Array(2).fill(li(200))));
  const numbered = (count: number) => `<ol start="3">\n${`${li(60)}\n`.repeat(count)}</ol>`;
  expect(shortenBody(numbered(40))).toBe(numbered(5));
});

test('keeps the heading of a list that it cuts', () => {
  const heading = '<h3 id="n-minor-changes">Minor Changes</h3>';
  const items = Array(20).fill(li(100));
  expect(shortenBody(heading + ul(...items))).toBe(heading + ul(...items.slice(0, 3)));
});

test('cuts a long first item between its blocks, or inside a nested list', () => {
  const inner = ul(...Array(40).fill(li(60)));
  const cut = ul(...Array(3).fill(li(60)));
  expect(shortenBody(ul(li(150, inner), li(100)))).toBe(ul(li(150, cut)));
  const paragraphs = `<li id="n-a">${p(200) + p(200) + p(900)}</li>`;
  expect(shortenBody(ul(paragraphs, paragraphs))).toBe(ul(`<li id="n-a">${p(200) + p(200)}</li>`));
});

test('keeps nothing of a list whose first item is one long text, or that is reversed without a start', () => {
  expect(shortenBody(ul(li(9000)))).toBe('');
  expect(shortenBody(`<ol reversed>${li(100).repeat(40)}</ol>`)).toBe('');
  expect(shortenBody(`<ol start="40" reversed>${li(100).repeat(40)}</ol>`)).not.toBe('');
});

test('cuts inside a box around the whole body, as some editors add', () => {
  const html = prepared(`<div dir="rtl"><div>${p(250) + p(200) + p(250) + p(250)}</div></div>`);
  expect(shortenBody(html)).toBe(`<div dir="rtl"><div>${p(250) + p(200)}</div></div>`);
});

test('counts pictures, and the markup of code', () => {
  const picture = '<p><img src="waymark-asset:a.png" alt="a"></p>';
  expect(shortenBody(picture.repeat(9))).toBe(picture);
  const code = `<pre><code>${'<span class="k">x</span>'.repeat(200)}</code></pre>`;
  expect(shortenBody(p(600) + code)).toBe(p(600));
});

test('treats text and inline elements between blocks as one block', () => {
  const run = `${text(250)} <b>bold <i>both</i></b> <br> ${text(100)}`;
  expect(shortenBody(`${p(50)}${run}${p(900)}`)).toBe(p(50) + run);
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
  const changes = Array.from({ length: 30 }, (_, n) => ({ html: text(50), n }));
  expect(shortenChanges(changes, '')).toEqual(changes.slice(0, 5));
  expect(shortenChanges(changes.slice(0, 6), '')).toHaveLength(5);
  expect(shortenChanges(changes, p(280))).toHaveLength(2);
  expect(shortenChanges(changes, list)).toEqual([]);
});

test('a heading in a box is not the end of a shortened body', () => {
  const table = `<table><tbody><tr><td>${'word '.repeat(800)}</td></tr></tbody></table>`;
  expect(shortenBody(`<p>text</p><div><h2>Title</h2></div>${table}`)).toBe('<p>text</p>');
});
