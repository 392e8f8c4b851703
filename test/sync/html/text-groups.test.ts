import { expect, test } from 'vitest';
import { parseBody } from '../../../src/sync/html/parse-body.ts';
import { renderBody } from '../../../src/sync/html/render-body.ts';
import { readGroups } from '../../../src/sync/html/text-groups.ts';

function groupsOf(html: string) {
  const tree = parseBody(html);
  renderBody(tree, { pictures: new Map(), base: new URL('https://example.com/') });
  return readGroups(tree);
}

/** Headings have ids of their own. */
function withoutAnchors(html: string) {
  return groupsOf(html).map(({ anchor: _, ...group }) => group);
}

test('gives each list with all headings above it, and the nearest id', () => {
  const html =
    '<ul><li>a</li></ul><h1 id="x">One</h1><p><b>Two</b></p><ul><li>b</li></ul><h1>Three</h1><ol><li>c</li></ol>';
  expect(groupsOf(html)).toEqual([
    { headings: [], items: [{ html: 'a' }] },
    { headings: ['One', 'Two'], anchor: 'n-x', items: [{ html: 'b' }] },
    { headings: ['Three'], anchor: 'n-three', items: [{ html: 'c' }] },
  ]);
});

test('takes a paragraph in bold, or with a colon before a list, for a heading', () => {
  const html =
    '<h2>1.0</h2><p><strong>Removed</strong></p><p>Also:</p><ul><li>a</li></ul><p><b>New</b></p><ul><li>b</li></ul><p>Text: no list</p>';
  expect(withoutAnchors(html)).toEqual([
    { headings: ['1.0', 'Removed', 'Also:'], items: [{ html: 'a' }] },
    { headings: ['1.0', 'New'], items: [{ html: 'b' }] },
  ]);
});

test('keeps the items of nested lists with their item, and finds lists in boxes', () => {
  const html =
    '<details><summary>More</summary><ul><li><p>a <em>b</em></p><ul><li>c</li></ul></li></ul></details><blockquote><ul><li>d</li></ul></blockquote>';
  expect(groupsOf(html)).toEqual([
    { headings: [], items: [{ html: 'a <em>b</em>', items: ['c'] }, { html: 'd' }] },
  ]);
});

test('has the rows of tables, and paragraphs only where there is no list', () => {
  const table =
    '<table><thead><tr><th>Commit</th><th>Text</th></tr></thead><tbody><tr><td>1a</td><td>x</td></tr></tbody></table>';
  expect(withoutAnchors(`<h2>A</h2>${table}<h2>B</h2><p>Only text.</p><h2>C</h2><p>x</p>`)).toEqual(
    [
      { headings: ['A'], items: [{ html: '1a · x' }] },
      { headings: ['B'], items: [{ html: 'Only text.' }], is_prose: true },
      { headings: ['C'], items: [{ html: 'x' }], is_prose: true },
    ],
  );
  expect(groupsOf('<p>No heading at all.</p>')).toEqual([]);
});

test('links items as the body does, and keeps nothing that the body does not', () => {
  const html = '<ul><li><a href="/x">x</a><script>1</script><img src="y.png" alt="y"></li></ul>';
  expect(groupsOf(html)).toEqual([
    {
      headings: [],
      items: [{ html: expect.stringMatching(/^<a href="https:\/\/example.com\/x"[^>]*>x<\/a>y$/) }],
    },
  ]);
});

test('stays within a few times the size of any body', () => {
  const deep = '<p><b>'.concat('a'.repeat(5000), '</b></p>');
  const many = `<h1>${'h'.repeat(9000)}</h1>${'<p><b>a</b></p><ul><li>b</li></ul>'.repeat(3000)}`;
  for (const html of [deep.repeat(20), many]) {
    const size = JSON.stringify(groupsOf(html)).length;
    expect(size).toBeLessThan(4 * html.length);
  }
  const items = groupsOf(many).flatMap((group) => group.items);
  expect(items).toHaveLength(3000);
});
