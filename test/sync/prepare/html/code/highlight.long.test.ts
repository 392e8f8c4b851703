import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tokenClasses } from '../../../../../src/sync/prepare/html/code/token-classes.ts';
import { prepared } from '../as-release.ts';

const opening = (language: string) =>
  `<pre aria-label="waymark-label:code" tabindex="0" role="group"><code class="language-${language}">`;

async function bodyOf(html: string): Promise<string> {
  return (await prepared(html, '')).body;
}

const code = (text: string, language: string) =>
  `<pre><code class="language-${language}">${text}</code></pre>`;

test('gives each token of code one short class, and no inline style', async () => {
  expect(await bodyOf(code('const a = "b"; // c', 'ts'))).toBe(
    `${opening('ts')}<span class="k">const</span> a = <span class="s">"b"</span>; <span class="c">// c</span></code></pre>`,
  );
});

test('joins adjacent tokens of one class, even across lines', async () => {
  expect(await bodyOf(code('- a\n- b\n+ c', 'diff'))).toBe(
    `${opening('diff')}<span class="d">- a\n- b</span>\n<span class="i">+ c</span></code></pre>`,
  );
});

test.each([
  ['<pre><code class="lang-js">let a</code></pre>'],
  ['<pre class="language-js"><code>let a</code></pre>'],
  ['<pre>\n  <code class="language-JavaScript"><span>let</span> a</code>\n</pre>'],
])('finds the language in %s', async (html) => {
  expect(await bodyOf(html)).toContain('<span class="k">let</span> a');
});

test.each([
  ['an unknown language', code('let a', 'klingon')],
  ['a language that is none', code('let a', '__proto__')],
  ['no language', '<pre><code>let a</code></pre>'],
  ['code in a line of text', '<p><code class="language-js">let a</code></p>'],
  [
    'links in it',
    '<pre><code class="language-js">let <a href="https://a.example/">a</a></code></pre>',
  ],
  ['more than 10,000 characters', code('let a = 1;\n'.repeat(1_000), 'js')],
  ['a line of more than 300 characters and nothing else', code('let a; '.repeat(50), 'js')],
  ['brackets nested deeper than code is', code('({[({[\n'.repeat(40), 'astro')],
])('does not highlight code with %s', async (_, html) => {
  expect(await bodyOf(html)).not.toContain('<span');
});

test('stops highlighting a body after 30,000 characters', async () => {
  const body = await bodyOf(code('a = "1"\n'.repeat(1_200), 'ini').repeat(6));
  expect(
    body
      .split('<pre')
      .slice(1)
      .map((block) => block.includes('<span')),
  ).toEqual([...[true, true, true], ...[false, false, false]]);
});

test('keeps the text of code unchanged', async () => {
  const text = 'a &lt;b&gt; &amp;amp; "c"\n\n\tif (x) { `y` }\n';
  const body = await bodyOf(code(text, 'tsx'));
  const plain = await bodyOf(code(text, 'klingon'));
  expect(body.replace(/<\/?span[^>]*>/g, '')).toBe(plain.replace('klingon', 'tsx'));
});

test.each([
  ...['astro', 'bash', 'c', 'c++', 'cs', 'css', 'diff', 'dockerfile', 'go', 'graphql', 'html'],
  ...['http', 'ini', 'java', 'js', 'json', 'json5', 'jsx', 'kotlin', 'md', 'php', 'python', 'rb'],
  ...[
    'rust',
    'shell',
    'console',
    'sql',
    'svelte',
    'swift',
    'toml',
    'ts',
    'tsx',
    'vue',
    'xml',
    'yml',
  ],
])('highlights %s without a warning', async (language) => {
  // The line with "#" is last, because C++ reads it as a preprocessor directive up to its end.
  const text =
    '&lt;a href="x"&gt;{1}&lt;/a&gt;\nfunction f() { return [1, true] }\n# a: "b" // c\n';
  const { body, notes } = await prepared(code(text, language), '');
  expect(notes).toEqual([]);
  expect(body).toContain(opening(language));
});

test('every class has a colour in the style sheet', () => {
  const sheet = readFileSync('src/site/base/code.css', 'utf8');
  expect([...sheet.matchAll(/^pre \.(\w+) \{/gm)].map(([, name]) => name)).toEqual(tokenClasses);
});
