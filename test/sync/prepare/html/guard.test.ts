import { toText } from 'hast-util-to-text';
import { expect, test } from 'vitest';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { prepared } from './as-release.ts';

const attributes = (count: number) =>
  Array.from({ length: count }, (_, index) => `data-a${index}="x"`).join(' ');

/**
 * Pairs of a name for what there is too much of, and HTML with it. The HTML contains the name as
 * text.
 */
const tooMuch: [string, string][] = [
  ['bytes', `<p>bytes ${'é'.repeat(512 * 1024)}</p>`],
  ['depth', `${'<div>'.repeat(257)}depth`],
  ['depth through another namespace', `${'<svg>'.repeat(257)}depth`],
  ['depth in templates', `${'<template>'.repeat(257)}depth`],
  ['attributes', `<p ${attributes(65)}>attributes</p>`],
  ['nodes', `<p>nodes</p>${'<br>'.repeat(70_000)}`],
  [
    'nodes that the parser repeats',
    `<p>${Array.from({ length: 200 }, (_, id) => `<b id=${id}>`).join('')}nodes${'<p>x'.repeat(1_000)}`,
  ],
];

test.each(tooMuch)(
  'shows a body with too many %s as plain text, and reports it',
  async (kind, html) => {
    const { body, change, notes } = await prepared(html);
    expect(body).toMatch(/^<p class="plain-text">[^<]*<\/p>$/);
    expect(change).toBe(body);
    expect(body).toContain(kind.split(' ')[0]);
    expect(notes[0]).toMatch(/^a text is shown as plain text: ./);
  },
);

test.each([
  ['1 MiB', `<p>${'x'.repeat(1024 * 1024 - 7)}</p>`],
  ['a depth of 256', `${'<div>'.repeat(256)}x`],
  ['64 attributes on one element', `<p ${attributes(64)}>x</p>`],
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
  ['100,000 nested templates', '<template>'.repeat(100_000), /65536 nodes/],
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

test('plain text keeps its line breaks and entities, and loses its tags', async () => {
  const html = `<h2>One &amp; two</h2><p>w<b>or</b>d &lt;b&gt; 1 < 2<br>next</p>${'<i>'.repeat(300)}`;
  const { body } = await prepared(html);
  expect(body).toBe('<p class="plain-text">One &#x26; two\nword &#x3C;b> 1 &#x3C; 2\nnext</p>');
});

test('tags that form in plain text when other tags are removed stay text', async () => {
  const { body } = await prepared(`<<i>script>alert(1)<<i>/script>${'<div>'.repeat(300)}`);
  expect(body).toBe('<p class="plain-text">&#x3C;script>alert(1)&#x3C;/script></p>');
});
