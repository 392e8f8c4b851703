import { expect, test } from 'vitest';
import { prepared } from './as-release.ts';
import { attributes } from './many-attributes.ts';

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
  ['a depth of 256', `${'<div>'.repeat(256)}x`],
  ['64 attributes on one element', `<p ${attributes(64)}>x</p>`],
])('shows a body with %s as HTML', async (_, html) => {
  const { body, notes } = await prepared(html, '');
  expect(notes).toEqual([]);
  expect(body).toMatch(/^<(?:p|div)>/);
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
