import { expect, test } from 'vitest';
import { groupsOf } from './groups-of.ts';

/** The groups without the ids of their headings. */
function withoutAnchors(html: string) {
  return groupsOf(html).map(({ anchor: _, ...group }) => group);
}

test('returns each list with all headings above it, and the id of the nearest one', () => {
  const html =
    '<ul><li>a</li></ul><h1 id="x">One</h1><p><b>Two</b></p><ul><li>b</li></ul><h1>Three</h1><ol><li>c</li></ol>';
  expect(groupsOf(html)).toEqual([
    { headings: [], items: [{ html: 'a' }] },
    { headings: ['One', 'Two'], anchor: 'n-x', items: [{ html: 'b' }] },
    { headings: ['Three'], anchor: 'n-three', items: [{ html: 'c' }] },
  ]);
});

test('treats a bold paragraph, or one with a colon before a list, as a heading', () => {
  const html =
    '<h2>1.0</h2><p><strong>Removed</strong></p><p>Also:</p><ul><li>a</li></ul><p><b>New</b></p><ul><li>b</li></ul><p>Text: no list</p>';
  expect(withoutAnchors(html)).toEqual([
    { headings: ['1.0', 'Removed', 'Also:'], items: [{ html: 'a' }] },
    { headings: ['1.0', 'New'], items: [{ html: 'Text: no list' }], is_prose: true },
    { headings: ['1.0', 'New'], items: [{ html: 'b' }] },
  ]);
});

test('does not treat a bold sentence as a heading', () => {
  const html = '<h2>1.0</h2><p><b>Keys are read once.</b></p><ul><li>a</li></ul>';
  expect(withoutAnchors(html)).toEqual([
    { headings: ['1.0'], items: [{ html: '<b>Keys are read once.</b>' }], is_prose: true },
    { headings: ['1.0'], items: [{ html: 'a' }] },
  ]);
});

test.each(['<br>', '\n'])('reads lines behind bullets, apart by %j, as items', (end) => {
  const lines = ['<b>New</b>', '• a <i>b</i>', '● c', '<b>Removed</b>', '•', '• <code>d</code>'];
  expect(withoutAnchors(`<p>${lines.join(end)}</p>`)).toEqual([
    { headings: ['New'], items: [{ html: 'a <i>b</i>' }, { html: 'c' }] },
    { headings: ['Removed'], items: [{ html: '<code>d</code>' }] },
  ]);
});

test('keeps nested lists with their item, and finds lists inside boxes', () => {
  const html =
    '<details><summary>More</summary><ul><li><p>a <em>b</em></p><ul><li>c</li></ul></li></ul></details><blockquote><ul><li>d</li></ul></blockquote>';
  expect(groupsOf(html)).toEqual([
    { headings: [], items: [{ html: 'a <em>b</em>', items: ['c'] }, { html: 'd' }] },
  ]);
});

test('keeps paragraphs beside lists in a group of their own', () => {
  expect(withoutAnchors('<h2>A</h2><p>Why.</p><ul><li>a</li></ul><p>How.</p>')).toEqual([
    { headings: ['A'], items: [{ html: 'Why.' }, { html: 'How.' }], is_prose: true },
    { headings: ['A'], items: [{ html: 'a' }] },
  ]);
});

test.each([
  '<pre>x</pre>',
  '<dl><dt>a</dt><dd>b</dd></dl>',
  '<table><thead><tr><th>x</th></tr></thead></table>',
  '<ul></ul>',
  '<p></p>',
  '',
])('uses a heading as its own text if there is only “%s” below it', (html) => {
  const itself = (...headings: string[]) => ({
    headings,
    items: [{ html: headings.at(-1)?.replace('<', '&#x3C;') }],
    is_prose: true,
  });
  expect(withoutAnchors(`<h2>A &lt; B</h2>${html}<h2>C</h2><h3>D</h3>${html}<h3>E</h3>`)).toEqual([
    itself('A < B'),
    itself('C', 'D'),
    itself('C', 'E'),
  ]);
});

test('gives items beyond the last group no heading', () => {
  const many = '<h2>Fixed</h2><ul><li>a</li></ul>'.repeat(499);
  const rest = '<h2>Removed</h2><ul><li>b</li></ul>'.repeat(3);
  const groups = withoutAnchors(many + rest);
  expect(groups).toHaveLength(500);
  expect(groups[498]?.headings).toEqual(['Fixed']);
  expect(groups[499]).toEqual({ headings: [], items: Array(3).fill({ html: 'b' }) });
});

test('includes table rows and paragraphs', () => {
  const table =
    '<table><thead><tr><th>Commit</th><th>Text</th></tr></thead><tbody><tr><td>1a</td><td>x</td></tr></tbody></table>';
  expect(withoutAnchors(`<h2>A</h2>${table}<h2>B</h2><p>Only text.</p><h2>C</h2><p>x</p>`)).toEqual(
    [
      { headings: ['A'], items: [{ html: '1a · x' }] },
      { headings: ['B'], items: [{ html: 'Only text.' }], is_prose: true },
      { headings: ['C'], items: [{ html: 'x' }], is_prose: true },
    ],
  );
  expect(groupsOf('<p>No heading at all.</p>')).toEqual([
    { headings: [], items: [{ html: 'No heading at all.' }], is_prose: true },
  ]);
});

test('resolves links as the body does, and keeps nothing that the body does not', () => {
  const html = '<ul><li><a href="/x">x</a><script>1</script><img src="y.png" alt="y"></li></ul>';
  expect(groupsOf(html)).toEqual([
    {
      headings: [],
      items: [{ html: expect.stringMatching(/^<a href="https:\/\/example.com\/x"[^>]*>x<\/a>y$/) }],
    },
  ]);
});
