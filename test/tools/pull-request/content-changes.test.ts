import { expect, test } from 'vitest';
import { baseOf } from '../../../src/tools/pull-request/committed-content.ts';
import { contentChanges } from '../../../src/tools/pull-request/content-changes.ts';
import { contentSummary } from '../../../src/tools/pull-request/content-summary.ts';

const file = (path: string, id: string, title: string): [string, string] => [
  path,
  JSON.stringify({ id, title }),
];
const none = { added: [], changed: [], moved: [], removed: [] };

test('lists added, changed, moved and removed entries, matched by id', () => {
  const before = new Map([
    file('releases/a.json', '1', 'A'),
    file('releases/b.json', '2', 'B'),
    file('milestones/m.json', '3', 'M'),
  ]);
  const after = new Map([
    file('releases/a.json', '1', 'A, better'),
    file('releases/c.json', '2', 'B'),
    file('releases/d.json', '4', 'D'),
  ]);
  expect(contentChanges(before, after)).toMatchObject({
    releases: {
      added: [{ slug: 'd', title: 'D' }],
      changed: [{ slug: 'a', title: 'A, better' }],
      moved: [{ from: 'b', slug: 'c', title: 'B' }],
      removed: [],
    },
    milestones: { ...none, removed: [{ slug: 'm', title: 'M' }] },
  });
});

test.each(['', '{', 'null', '[]', '"text"', '{"id":{},"title":[]}'])(
  'names a file by its path if it contains %j',
  (text) => {
    const { releases } = contentChanges(new Map(), new Map([['releases/a.json', text]]));
    expect(releases.added).toMatchObject([{ slug: 'a' }]);
  },
);

test('ignores other files', () => {
  const files = new Map([file('workspace.json', '1', 'W'), file('releases/x/y.json', '2', 'Y')]);
  expect(contentChanges(new Map(), files)).toEqual({ releases: none, milestones: none });
});

test('lists changes in Markdown, in which titles have no effect', () => {
  const after = new Map([file('releases/a.json', '1', '@octocat <img src=x>')]);
  const text = contentSummary('content', contentChanges(new Map(), after), 2);
  expect(text).toContain('**New entries: 1**\n\n- `releases/a` `@octocat <img src=x>`\n');
  expect(text).toContain('2 other files change.');
});

test('says that no entry changes', () => {
  expect(contentSummary('content', { releases: none, milestones: none }, 0)).toContain(
    'No entry changes.',
  );
});

const [base, head, first] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
const pull = { number: 1, base: { sha: base ?? '' }, head: { sha: head ?? '' } };

test('compares GitHub’s merge commit with the base branch that it merged into', () => {
  const commit = `tree t\nparent ${first}\nparent ${head}\nauthor x\n\nparent ${base}\n`;
  expect(baseOf(commit, pull)).toBe(first);
});

test('compares any other commit with the base from the event', () => {
  expect(baseOf(`tree t\nparent ${first}\nauthor x\n\nparent ${head}\n`, pull)).toBe(base);
});
