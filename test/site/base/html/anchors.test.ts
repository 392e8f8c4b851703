import { expect, test } from 'vitest';
import { linkHeadings, withoutAnchors } from '../../../../src/site/base/html/anchors.ts';
import { prepared } from '../../../sync/prepare/html/prepared.ts';

const linked = (html: string) => linkHeadings(prepared(html), (text) => `Link to “${text}”`);

test('puts a link to the heading beside every heading', () => {
  expect(linked('<h2>One <b>"&amp;" &lt;two&gt;</b></h2><p>x</p>')).toBe(
    '<div class="headed"><h2 id="n-one-and-two">One <b>"&#x26;" &#x3C;two></b></h2><a class="anchor" href="#n-one-and-two" aria-label="Link to “One &quot;&#x26;&quot; &#x3C;two>”"></a></div><p>x</p>',
  );
});

test('links headings inside other elements, and headings that contain a link', () => {
  const html = linked(
    '<blockquote><h2>a</h2></blockquote><h3>b <a href="https://c.example">c</a></h3>',
  );
  expect(html.match(/href="#[^"]*"/g)).toEqual(['href="#n-a"', 'href="#n-b-c"']);
});

test.each([
  '<a href="https://a.example"><h2>a</h2></a>',
  '<details><summary><h2>a</h2></summary>x</details>',
])('adds no link where none is allowed: %s', (html) => {
  expect(linked(html)).toBe(prepared(html));
});

test('leaves headings without an id alone, as in content from an older sync', () => {
  expect(linkHeadings('<h2>a</h2>', (text) => text)).toBe('<h2>a</h2>');
});

test('removes ids, and makes links to them point to the page of the entry', () => {
  const html = prepared(
    '<h2>a</h2><p id="x">b <a href="#x">c</a> <a href="/d#x" title="e">f</a></p>',
  );
  expect(withoutAnchors(html, '/notes/releases/r/')).toBe(
    '<h2>a</h2><p>b <a href="/notes/releases/r/#n-x">c</a> <a href="https://example.com/d#x" title="e" rel="noopener nofollow ugc">f</a></p>',
  );
});

test('mistakes nothing in a text or an attribute for a tag or an id', () => {
  const html = prepared(
    '<p>&lt;h2 id="x"&gt; id="x"</p><abbr title="&lt;h2 id=&quot;x&quot;> id=" lang="en">b</abbr>',
  );
  expect(withoutAnchors(html, '/r/')).toBe(html);
  expect(linkHeadings(html, (text) => text)).toBe(html);
});
