import { expect, test } from 'vitest';
import { changeTitle } from '../../../src/features/upgrade/change-title.ts';
import { markReferences } from '../../../src/site/base/html/references.ts';

const pull = '<a href="https://example.com/pull/12">#12</a>';
const commit = '<a href="https://example.com/c/1a2b3c4"><code>1a2b3c4</code></a>';

test.each([
  ['<p>Removes <code>a.b</code>. Use <code>c</code> instead.</p><p>More</p>', 'Removes a.b'],
  ['<p>Needs Node.js 20.19+, e.g. 22, to run. More.</p>', 'Needs Node.js 20.19+, e.g. 22, to run'],
  [
    'Replace it with one of the following:<ul><li>this</li></ul>',
    'Replace it with one of the following',
  ],
  ['<h3>Tokens</h3><p>They are longer.</p>', 'Tokens'],
  [`<strong>api:</strong> drop v1 (${pull})`, 'api: drop v1'],
  [`${commit} Drop v1 (#12)`, 'Drop v1'],
  [
    `<p>${pull} Thanks <a href="https://example.com/ada">@ada</a>! - Drops the old v1. See below.</p>`,
    'Drops the old v1',
  ],
  ['<p>古いトークンは使えません。新しいものを作ってください。</p>', '古いトークンは使えません'],
  [`<p>One ${'word '.repeat(30)}</p>`, `One ${'word '.repeat(17).trim()}…`],
  ['<p><img src="/a.png" alt=""></p>', ''],
])('is the first sentence of %s', (html, title) => {
  expect(changeTitle(markReferences(html))).toBe(title);
});
