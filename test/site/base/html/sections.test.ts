import { expect, test } from 'vitest';
import { sections, textOfHtml } from '../../../../src/site/base/html/sections.ts';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { renderBody } from '../../../sync/prepare/html/rendered.ts';

test('splits a body at its headings, whatever their levels', () => {
  const body =
    '<p>Start</p><h2 id="n-one">One</h2><p>a</p><h4>Two</h4><ul><li>b</li></ul><h2 id="n-three">Three</h2>';
  expect(sections(body)).toEqual([
    { heading: '', level: 0, anchor: undefined, text: 'Start' },
    { heading: 'One', level: 2, anchor: 'n-one', text: 'a' },
    { heading: 'Two', level: 4, anchor: undefined, text: 'b' },
    { heading: 'Three', level: 2, anchor: 'n-three', text: '' },
  ]);
});

test.each([
  ['<p>Only this</p>', 'Only this'],
  ['', ''],
])('reads a body without headings as one section: "%s"', (body, text) => {
  expect(sections(body)).toEqual([{ heading: '', level: 0, anchor: undefined, text }]);
});

test.each([
  ['<p><b>f</b>oo<br>bar</p><p>baz</p>', 'foo bar baz'],
  ['<pre><code><span class="f">npm</span> run\n  build</code></pre>', 'npm run build'],
  ['<a href="https://x.example/">A film<small>Vimeo</small></a>', 'A film Vimeo'],
])('joins text across inline tags, and separates the texts of blocks: %s', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test('decodes the entities that a serialiser writes', () => {
  expect(textOfHtml('a &#x3C;b> &#x26; &#x26;lt; &amp; &lt;i&gt; &quot;&#39;&quot;')).toBe(
    'a <b> & &lt; & <i> "\'"',
  );
});

test('does not end a tag at a ">" inside an attribute', () => {
  expect(textOfHtml('<div aria-label="a > b" tabindex="0">x</div>')).toBe('x');
  expect(sections('<h2 id="n-a>b">One <code>></code></h2>')[1]).toMatchObject({
    heading: 'One >',
    anchor: 'n-a>b',
  });
});

test('reads all texts of a body that sync prepared, and nothing else', () => {
  const source =
    '<h1 id="x&quot;y">A &amp; B</h1><p>1 &lt; 2<img src="https://x.example/i.png" alt="&lt;p&gt; alt"></p>' +
    '<table><caption>C > D</caption><tr><td>e</td><td>f</td></tr></table><details><summary>g</summary>h</details>';
  const body = renderBody(parseBody(source), { pictures: new Map(), base: undefined });
  expect(sections(body)).toEqual([
    { heading: '', level: 0, anchor: undefined, text: '' },
    { heading: 'A & B', level: 2, anchor: 'n-x"y', text: '1 < 2<p> alt C > D e f g h' },
  ]);
});
