import { expect, test } from 'vitest';
import { changelog, githubBody } from '../convert.ts';

const body = (text: string) => githubBody(text).body;
const paragraph = (text: string) => body(text).replace(/^<p>(.*)<\/p>$/s, '$1');

test.each([
  [':tada: Boards', '🎉 Boards'],
  [':sparkles:add boards', '✨add boards'],
  [':rocket::tada: (:+1:)', '🚀🎉 (👍)'],
  [
    '**:warning:** [:bug: a](https://a.example)',
    '<strong>⚠️</strong> <a href="https://a.example">🐛 a</a>',
  ],
  ['修复:bug:', '修复🐛'],
])('writes the emoji in %j', (text, html) => {
  expect(paragraph(text)).toBe(html);
});

test.each([
  'at 10:100:20',
  'std::link::Link and a:key:b',
  ':no_such_emoji: :constructor: :toString:',
])('leaves %j', (text) => {
  expect(paragraph(text)).toBe(text);
});

test('leaves short names in code, addresses and behind a backslash', () => {
  expect(paragraph('`:tada:` \\:tada: <kbd>:tada:</kbd>')).toBe(
    '<code>:tada:</code> :tada: <kbd>:tada:</kbd>',
  );
  expect(paragraph('https://a.example/:tada:')).toBe(
    '<a href="https://a.example/:tada:">https://a.example/:tada:</a>',
  );
  expect(body('```\n:tada:\n```')).toBe('<pre><code>:tada:\n</code></pre>');
});

test('changes and changelogs have emoji as well, and titles of types have none', () => {
  expect(githubBody('## :bug: Bug Fixes\n\n- :bug: A crash').changes).toEqual([
    { type: 'Bug Fixes', content: '🐛 A crash' },
  ]);
  const [release] = changelog('## 1.0.0 - 2026-01-31\n\n:tada: Boards\n').releases;
  expect(release?.text.body).toBe('<p>🎉 Boards</p>');
});

test('keeps the line breaks of releases on GitHub, and only of these', () => {
  const text = 'Line one\nline two';
  expect(body(text)).toBe('<p>Line one<br>\nline two</p>');
  expect(body(`- ${text}`)).toBe('<ul>\n<li>Line one<br>\nline two</li>\n</ul>');
  expect(body(`${text}[^1]\n\n[^1]: ${text}`)).toContain('line two</div>');
  expect(body(`\`Line one\nline two\``)).not.toContain('<br>');
  const [release] = changelog(`## 1.0.0 - 2026-01-31\n\n${text}\n`).releases;
  expect(release?.text.body).toBe('<p>Line one\nline two</p>');
});
