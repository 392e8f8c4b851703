import { expect, test } from 'vitest';
import { markReferences } from '../../../../src/site/base/html/references.ts';

const link = (text: string) => `<a href="https://code.example/x" rel="nofollow">${text}</a>`;
const quiet = (text: string) => link(text).replace('<a ', '<a class="reference" ');

test.each([
  ['#12', ' (', ')'],
  ['!12', ' ', '.'],
  ['acme/app#12', ' ', ''],
  ['GH-12', ' [', ']'],
  ['<code>1a2b3c4</code>', ' (', ').'],
])('marks %s at the end of a change', (text, before, after) => {
  expect(markReferences(`<p>Fix it${before}${link(text)}${after}</p>`)).toBe(
    `<p>Fix it${before}${quiet(text)}${after}</p>`,
  );
});

test('marks several references in a row, even with words between them', () => {
  const row = (one: typeof link) =>
    `<li>Fix it (${one('#1')}), closes ${one('#2')} (${one('1a2b3c4')})</li>`;
  expect(markReferences(row(link))).toBe(row(quiet));
});

test('marks references with Arabic commas between them', () => {
  const row = (one: typeof link) => `<li>تحسين السرعة (${one('#1')}، ${one('#2')})</li>`;
  expect(markReferences(row(link))).toBe(row(quiet));
});

test('marks references before a nested list', () => {
  const html = (one: typeof link) => `<li>Fix ${one('#1')}<ul><li>More</li></ul></li>`;
  expect(markReferences(html(link))).toBe(html(quiet));
});

test.each([
  ['<p>', ['#12'], ': fix it</p>'],
  ['<li>[', ['GH-12'], '] Fix it</li>'],
  ['(', ['!12'], ') Fix it'],
  ['<p dir="auto">', ['acme/app#12'], ' – fix it</p>'],
  ['<li>\n<p>', ['1a2b3c4'], ' Fix it</p></li>'],
  ['', ['#12', '<code>1a2b3c4</code>'], ' Thanks @user! - Fix it'],
])('marks references at the start: %s%s%s', (before, texts, after) => {
  const html = (one: typeof link) => before + texts.map(one).join(' ') + after;
  expect(markReferences(html(link))).toBe(html(quiet));
});

test.each([
  `<p>See ${link('#12')} for the reasons.</p>`,
  `<p>Read ${link('the guide')}</p>`,
  `<p>Written in ${link('defaced')}</p>`,
  `<p>${link('#1')} and ${link('#2')} explain it.</p>`,
  `<p>Since ${link('1a2b3c4')} it works</p>`,
  `<p>Fix ${link('#1')}: it works</p>`,
])('leaves links that are part of a sentence unmarked: %s', (html) => {
  expect(markReferences(html)).toBe(html);
});

test('moves the credits of Changesets behind the paragraph', () => {
  const person = (name: string) => `<a href="https://code.example/${name}">@${name}</a>`;
  const credit = `${link('#12')} ${link('<code>1a2b3c4</code>')} Thanks ${person('ada')}, ${person('bob-c')}!`;
  const quietly = `<small class="credit">${credit}</small>`;
  expect(markReferences(`${credit} - Fix it`)).toBe(`Fix it ${quietly}`);
  expect(
    markReferences(`<ul>\n<li>\n<p>${credit} - Fix <b>it</b></p>\n<p>More</p></li></ul>`),
  ).toBe(`<ul>\n<li>\n<p>Fix <b>it</b> ${quietly}</p>\n<p>More</p></li></ul>`);
  const nested = (text: string) => `<li>${text}<ul><li>More</li></ul></li>`;
  expect(markReferences(nested(`${credit} - Fix it`))).toBe(nested(`Fix it ${quietly}`));
  const inside = `<p>Says ${credit} - and more</p>`;
  expect(markReferences(inside)).toBe(inside);
});

test('takes linear time for many references within a sentence', () => {
  const html = `<p>${link('#1').repeat(20_000)} word</p>`;
  expect(markReferences(html)).toBe(html);
});
