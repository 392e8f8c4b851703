import { expect, test } from 'vitest';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { arrangeInline, writeBody } from '../../../../src/sync/prepare/html/render-body.ts';
import { prepared } from './prepared.ts';
import { renderBody } from './rendered.ts';

const options = { pictures: new Map(), base: undefined };

test.each([
  ['<h1>a</h1><h2>b</h2><h3>c</h3>', '<h2>a</h2><h3>b</h3><h4>c</h4>'],
  ['<h3>a</h3><h5>b</h5><h3>c</h3>', '<h2>a</h2><h3>b</h3><h2>c</h2>'],
  ['<h6>a</h6>', '<h2>a</h2>'],
  ['<h1>a</h1><h6>b</h6><h4>c</h4>', '<h2>a</h2><h3>b</h3><h3>c</h3>'],
  ['<h4>a</h4><h2>b</h2><h3>c</h3>', '<h2>a</h2><h2>b</h2><h3>c</h3>'],
])('moves the headings %s below the page title, and skips no level', (html, moved) => {
  expect(prepared(html).replace(/ id="[^"]*"/g, '')).toBe(moved);
});

test.each([
  ['<h2> <br></h2><h3>a</h3>', '<div></div><h2 id="n-a">a</h2>'],
  ['<h2 id="old"></h2>', '<div id="n-old"></div>'],
  ['<h2><iframe src="about:blank"></iframe></h2>', '<div></div>'],
  // This empty heading is not removed but made a box, or the parser would move other elements.
  ['<dt><h3><dd>', '<dt><div></div></dt>'],
])('makes no heading of an element without text: %s', (html, made) => {
  expect(prepared(html)).toBe(made);
});

test.each([
  ['<time datetime="2026-03-01">1 March</time>', '<time datetime="2026-03-01">1 March</time>'],
  ['<time datetime="2026-03-01"> </time>', '<span> </span>'],
  ['<time datetime="">1 March</time>', '<span>1 March</span>'],
  ['<a href="#t">x</a><time id="t" lang="de"></time>', '<span id="n-t" lang="de"></span>'],
])('keeps a time element only if people and programs can read it: %s', (html, made) => {
  expect(prepared(html)).toMatch(new RegExp(`${made}$`));
});

test('a heading with only a picture stays a heading', () => {
  const pictures = new Map([['a.png', { file: 'x.png', bytes: 1 }]]);
  const tree = parseBody('<h2><img src="a.png" alt=""></h2>');
  expect(renderBody(tree, { ...options, pictures })).toMatch(
    /^<h2 id="n-section"><img [^>]+><\/h2>$/,
  );
});

test('gives every heading a unique id from its words', () => {
  expect(prepared('<h2>Über <code>x</code>!</h2><h2>über x</h2><h2>日本</h2><h2>Über X</h2>')).toBe(
    '<h2 id="n-ueber-x">Über <code>x</code>!</h2><h2 id="n-ueber-x-2">über x</h2><h2 id="n-section">日本</h2><h2 id="n-ueber-x-3">Über X</h2>',
  );
});

test('keeps an author’s id unless an earlier element has it', () => {
  expect(prepared('<p id="a">x</p><h2 id="b">b</h2><h2 id="a">y</h2><h2>a</h2>')).toBe(
    '<p id="n-a">x</p><h2 id="n-b">b</h2><h2 id="n-y">y</h2><h2 id="n-a-2">a</h2>',
  );
});

test('drops an id with white space in it', () => {
  expect(prepared('<p id="a b">x</p>')).toBe('<p>x</p>');
});

test('keeps ids unique across all texts of a page', () => {
  const ids = new Map();
  const htmls = ['<h2>a</h2>', '<h2>a</h2><p id="n-a">x</p>'].map((html) =>
    prepared(html, { ids }),
  );
  expect(htmls).toEqual(['<h2 id="n-a">a</h2>', '<h2 id="n-a-2">a</h2><p id="n-n-a">x</p>']);
});

test('marks external links with rel', () => {
  expect(prepared('<a href="https://example.org/x">x</a>')).toBe(
    '<a href="https://example.org/x" rel="noopener nofollow ugc">x</a>',
  );
});

test('ignores an author’s rel and target on links', () => {
  expect(prepared('<a href="mailto:a@example.org" rel="opener" target="_blank">x</a>')).toBe(
    '<a href="mailto:a@example.org" rel="noopener nofollow ugc">x</a>',
  );
});

test.each([
  ['/docs', 'https://example.com/docs'],
  ['older', 'https://example.com/changelog/older'],
  ['//example.org/x', 'https://example.org/x'],
  ['?page=2', 'https://example.com/changelog/?page=2'],
])('resolves the relative link %s against the workspace’s page', (href, whole) => {
  expect(prepared(`<a href="${href}">x</a>`)).toContain(`href="${whole}"`);
});

test.each(['/docs', 'http://[', ''])('turns the unusable link "%s" into text', (href) => {
  expect(prepared(`<p>a <a href="${href}"><b>link</b></a></p>`, { base: undefined })).toBe(
    '<p>a <b>link</b></p>',
  );
});

test('shows a mirrored picture with its size and its alternative text', () => {
  const picture = { file: 'abc.png', width: 20, height: 10, bytes: 5 };
  const html = '<img src="/a.png" alt="A &quot;b&quot;" title="t" width="9999">';
  expect(prepared(html, { pictures: new Map([['/a.png', picture]]) })).toBe(
    '<img src="waymark-asset:abc.png" alt="A &#x22;b&#x22;" width="20" height="10" loading="lazy">',
  );
});

test('shows the alternative text of a picture that was not mirrored', () => {
  expect(prepared('<p><img src="https://else.example/a.png" alt="A &lt;chart&gt;"></p>')).toBe(
    '<p>A &#x3C;chart></p>',
  );
});

test('shows nothing for a picture without alternative text', () => {
  expect(prepared('<p>a<img src="/a.png"><img src="/b.png">b</p>')).toBe('<p>ab</p>');
});

test('makes wide tables and code scrollable by keyboard', () => {
  const table = '<table><tbody><tr><td align="right">x</td></tr></tbody></table>';
  expect(prepared(`${table}<pre><code>y</code></pre>`)).toBe(
    `<div aria-label="waymark-label:table" class="table-box" tabindex="0" role="group">${table}</div><pre aria-label="waymark-label:code" tabindex="0" role="group"><code>y</code></pre>`,
  );
});

function change(html: string): string {
  const tree = parseBody(html);
  arrangeInline(tree, options);
  return writeBody(tree);
}

test('unwraps the single paragraph of a change', () => {
  expect(change('<p>Fixed <code>x</code></p>')).toBe('Fixed <code>x</code>');
});

test('keeps the paragraphs of a change that has several', () => {
  expect(change('<p>a</p><p>b</p>')).toBe('<p>a</p><p>b</p>');
});

test('moves the headings of a change below the heading of its type', () => {
  expect(change('<h1>a</h1><p>b</p>')).toBe('<h3 id="n-a">a</h3><p>b</p>');
});

test.each([
  ['https://a.example/##t', 'https://a.example/#%23t'],
  ['https://a.example/#a#b#', 'https://a.example/#a%23b%23'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
])('writes the address %s with a single #, as a browser reads it', (href, written) => {
  expect(prepared(`<a href="${href}">x</a>`)).toContain(`href="${written}"`);
  expect(prepared(`<iframe src="${href}"></iframe>`)).not.toContain('##');
});

test('writes a link within its page with a single #', () => {
  expect(prepared('<a href="##t">x</a><a href="#">y</a><p id="#t">z</p>')).toBe(
    '<a href="#n-%23t">x</a><a href="#n-">y</a><p id="n-#t">z</p>',
  );
});

test('adds the scope that a header cell’s position implies, unless the author gave one', () => {
  const html = prepared(
    [
      '<table><thead><tr><th>A</th><th scope="colgroup">B</th><td></td></tr></thead>',
      '<tbody><tr><th>C</th><th>D</th></tr>',
      '<tr><th>e</th><th scope="x">f</th><td><table><tr><th>g</th></tr></table></td></tr></tbody></table>',
    ].join(''),
  );
  expect(html.match(/<th(?: [^>]*)?>./g)).toEqual([
    '<th scope="col">A',
    '<th scope="colgroup">B',
    '<th scope="col">C',
    '<th scope="col">D',
    '<th scope="row">e',
    '<th scope="row">f',
    '<th scope="col">g',
  ]);
});
