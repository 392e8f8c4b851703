import { expect, test } from 'vitest';
import { listSources } from '../../../../src/sync/prepare/html/parse/elements.ts';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { asRead, prepared } from './prepared.ts';

test.each([
  '<p>A <strong>bold</strong> and <em>soft</em> <code>word</code>.</p>',
  '<ul><li>one</li><li>two<ol start="3"><li>three</li></ol></li></ul>',
  '<blockquote><p>said</p></blockquote><hr><p>a<br>b</p>',
  '<dl><dt>term</dt><dd>what it is</dd></dl>',
  '<p><kbd>Ctrl</kbd> <sub>a</sub> <sup>b</sup> <del>c</del> <ins>d</ins> <mark>e</mark></p>',
  '<figure><figcaption>words</figcaption></figure>',
  '<details><summary>more</summary><p>text</p></details>',
  '<p lang="de" dir="ltr">Wort</p><p><time datetime="2026-01-01">today</time></p>',
])('keeps common HTML: %s', (html) => {
  expect(prepared(html)).toBe(html);
});

test('keeps the language class of code and no other class', () => {
  expect(prepared('<p class="hidden">x</p><code class="language-c++ evil">y</code>')).toBe(
    '<p>x</p><code class="language-c++">y</code>',
  );
});

test('keeps the text of elements that are not allowed', () => {
  expect(prepared('<section><center>words</center></section>')).toBe('words');
});

test('drops the text of styles, scripts and templates', () => {
  expect(prepared('a<style>b</style><script>c</script><template>d</template>e')).toBe('ae');
});

test('drops comments', () => {
  expect(prepared('a<!-- secret -->b')).toBe('ab');
});

test.each([
  ['&#8;', 'ab'],
  ['&#xFFFE;', 'ab'],
  ['&#x1F;', 'ab'],
  ['\u000b', 'ab'],
  ['\ud800', 'ab'],
  ['&#x1F600;', 'a😀b'],
  ['\t', 'a\tb'],
])('drops characters that XML forbids, even if written as entities: %j', (character, left) => {
  expect(prepared(`<p>a${character}b</p>`)).toBe(`<p>${left}</p>`);
});

test('drops characters that XML forbids from attributes too', () => {
  expect(prepared('<abbr title="a&#8;b&#xFFFF;c">x</abbr>')).toBe('<abbr title="abc">x</abbr>');
});

test('prefixes ids so that they do not clash with those of the page', () => {
  expect(prepared('<h2 id="main">x</h2><a href="#main">up</a>')).toBe(
    '<h2 id="n-main">x</h2><a href="#n-main">up</a>',
  );
});

test('unwraps list items and summaries outside their parents', () => {
  expect(prepared('<li>x</li><div><summary>y</summary></div>')).toBe('x<div>y</div>');
});

test.each([
  '<p>unclosed <b>bold <i>both</b> soft</i>',
  '<h1>a<h2>b</h1>',
  'a < b & c > d &amp;lt; &lt;script&gt;',
  '<p title=\'"quoted" &amp; <tag>\'>x</p>',
  '<ul><li>a<li>b<ul><li>c</ul></ul>',
  '<table><p>x</p><tr><td>y</table>',
  '<p><table><tr><td>cell</td></tr></table></p>',
  '<a href="/x">one<a href="/y">two</a></a>',
])('writes HTML that a browser parses unchanged: %s', (html) => {
  const once = prepared(html);
  expect(asRead(once)).toBe(once);
});

test.each([
  '<h1>Title</h1><p>unclosed <b>bold <i>both</b> soft</i> &amp;lt; &lt;script&gt;',
  '<p>See <a href="/docs?a=1&amp;b=2">the <code>docs</code></a> and <a href="javascript:x">no</a>',
  '<img src="/gone.png" alt="a &quot;picture&quot;"> <section>text</section>',
])('does not change when it is prepared again, except for id prefixes: %s', (html) => {
  const once = prepared(html);
  expect(prepared(once).replaceAll('"n-n-', '"n-')).toBe(once);
});

test('lists each picture of a body once, with its address as written', () => {
  const html = '<img src="/a.png"><p><img src="/a.png"><img src="b.png"></p>';
  expect([...listSources(parseBody(html), 'img')]).toEqual(['/a.png', 'b.png']);
});

test('lists no address with another scheme', () => {
  const html = '<img src="data:image/png;base64,x"><img src="x:y"><img>';
  expect([...listSources(parseBody(html), 'img')]).toEqual(['']);
});
