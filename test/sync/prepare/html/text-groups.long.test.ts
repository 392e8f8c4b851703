import { expect, test } from 'vitest';
import { groupsOf } from './groups-of.ts';

test('never grows beyond a few times the size of the body', () => {
  const deep = '<p><b>'.concat('a'.repeat(5000), '</b></p>');
  const many = `<h1>${'h'.repeat(9000)}</h1>${'<p><b>a</b></p><ul><li>b</li></ul>'.repeat(3000)}`;
  for (const html of [deep.repeat(20), many]) {
    const size = JSON.stringify(groupsOf(html)).length;
    expect(size).toBeLessThan(4 * html.length);
  }
  const items = groupsOf(many).flatMap((group) => group.items);
  expect(items).toHaveLength(3000);
});
