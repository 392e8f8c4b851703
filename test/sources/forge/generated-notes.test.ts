import { expect, test } from 'vitest';
import { sortGenerated } from '../../../src/sources/forge/generated-notes.ts';
import { convertGitHub } from '../convert.ts';

const pull = (number: number) => `https://github.com/acme/board/pull/${number}`;
const item = (text: string, number: number, by = 'mira-k') =>
  `* ${text} by @${by} in ${pull(number)}`;
const comparison = 'https://github.com/acme/board/compare/v1.0.0...v2.0.0';
const tail = `## New Contributors\n* @jonas-w made their first contribution in ${pull(2)}\n\n**Full Changelog**: ${comparison}\n`;

function convert(body: string, options: { sort?: boolean; types?: Record<string, string> } = {}) {
  const row = { id: 1, tag_name: 'v2.0.0', created_at: '2026-01-02T00:00:00Z', body };
  const { releases, notes } = convertGitHub([row], { sanitise: (html) => html, ...options });
  const [release] = releases;
  if (!release) throw new Error('no release');
  const types = Map.groupBy(release.text.changes, ({ type }) => type);
  return {
    body: release.text.body,
    changes: [...types].map(([type, all]) => [type, all.length]),
    contents: release.text.changes.map(({ content }) => content),
    attachments: release.attachments.map(({ content }) => content),
    contributors: release.contributors.map(({ name }) => name),
    notes: notes.map(({ what }) => what),
  };
}

test('sections of generated notes are types in the order of the author', () => {
  const it = convert(
    `## What's Changed\n### Breaking Changes 🛠\n${item('new format', 1)}\n### Exciting New Features 🎉\n${item('palette', 2, 'jonas-w')}\n### Dependencies\n${item('Bump ws from 1.0.0 to 1.1.0', 3, 'dependabot[bot]')}\n### Bugs\n${item('dates', 4)}\n\n${tail}`,
  );
  expect(it.changes).toEqual([
    ['Breaking Changes', 1],
    ['Exciting New Features', 1],
    ['Bugs', 1],
    ['Maintenance', 1],
  ]);
  expect(it.contents[0]).toBe(`new format (<a href="${pull(1)}">#1</a>)`);
  expect(it.attachments).toEqual([{ title: 'Full Changelog', url: comparison }]);
  expect(it.contributors).toEqual(['mira-k', 'jonas-w']);
  expect(it.body).toMatch(/^<details><summary>First contributions: @jonas-w<\/summary>/);
  expect(it.body).not.toContain('Full Changelog');
});

test('sources.yaml maps titles of sections to types', () => {
  const body = `## What's Changed\n### Exciting New Features 🎉\n${item('palette', 2)}\n`;
  const types = { 'Exciting New Features 🎉': 'Added' };
  expect(convert(body, { types }).changes).toEqual([['Added', 1]]);
  expect(convert(body, { types: { 'Exciting New Features': 'Added' } }).changes).toEqual([
    ['Added', 1],
  ]);
});

test('items without a section get a type by their prefix, which is cut; a scope stays', () => {
  const it = convert(
    [
      "## What's Changed",
      item('feat(ui): palette', 1),
      item('fix: dates', 2),
      item('refactor!: tokens end', 3),
      item('chore: format', 4),
      item('Bump ws from 1.0.0 to 1.1.0', 5, 'dependabot[bot]'),
      item('A word more', 6),
    ].join('\n'),
  );
  expect(it.changes).toEqual([
    ['Breaking changes', 1],
    ['Added', 1],
    ['Fixed', 1],
    ['Maintenance', 2],
  ]);
  expect(it.contents[1]).toBe(`<strong>ui:</strong> palette (<a href="${pull(1)}">#1</a>)`);
  expect(it.body).toContain('A word more');
});

test.each([
  'Bump the actions group with 4 updates',
  'Bump the go-modules group across 1 directory with 2 updates',
  'Bump tzinfo-data from 1.2 to 1.3 in the bundler group',
  'Update dependency zod to v4',
])('%s is maintenance', (title) => {
  const it = convert(["## What's Changed", item('feat: palette', 1), item(title, 2)].join('\n'));
  expect(it.changes).toEqual([
    ['Added', 1],
    ['Maintenance', 1],
  ]);
});

test('if few items have a prefix, all stay one list', () => {
  const it = convert(
    [item('feat: palette', 1), item('Dates', 2), item('Colours', 3), item('Fonts', 4)].join('\n'),
  );
  expect(it.changes).toEqual([]);
  expect(it.body).toContain('feat: palette');
  expect(it.body.match(/<li>/g)).toHaveLength(4);
});

test('notes that somebody wrote stay as they are, and so do all with sort: false', () => {
  const written = '## News\n\n- feat: a\n- fix: b\n';
  expect(sortGenerated(written)).toMatchObject({ body: written, titles: new Set() });
  const body = `## What's Changed\n${item('feat: palette', 1)}\n`;
  expect(convert(body, { sort: false }).body).toContain('feat: palette by @mira-k');
});

test('every address of a pull request is kept once, and text beside the lists stays', () => {
  const numbers = Array.from({ length: 40 }, (_, n) => n + 1);
  const body = `Thanks to all!\n\n## What's Changed\n${numbers.map((n) => item(n % 2 ? 'fix: a' : 'docs: b', n)).join('\n')}\n\nBye.\n`;
  const it = convert(body);
  const all = [it.body, ...it.contents].join('\n');
  for (const n of numbers) expect(all.split(`"${pull(n)}"`)).toHaveLength(2);
  expect(it.body).toMatch(/Thanks to all!.*Bye\./s);
});

test('a list that somebody wrote below a generated one stays below its text', () => {
  const all = 'https://github.com/acme/board/commits/v2.0.0';
  const own = `**Full Changelog**: ${all}\n\nAlso new:\n- By hand\n`;
  const it = convert(`## What's Changed\n${item('palette', 1)}\n\n${own}`);
  const below = convert(`## What's Changed\n${item('palette', 1)}\n\n${tail.split('**')[0]}${own}`);
  for (const { body, attachments } of [it, below]) {
    expect(body).toMatch(/<p>Also new:<\/p>\n<ul>\n<li>By hand<\/li>/);
    expect(attachments).toEqual([{ title: 'Full Changelog', url: all }]);
  }
  expect(below.body.split('<details>')[1]).not.toContain('By hand');
});

test('texts, lists and headings that somebody wrote above generated notes stay in the body', () => {
  const it = convert(
    `## Highlights\n### Fast\nBoards are [fast][docs][^1].\n\n- By hand\n\n<details>\n<summary>More</summary>\n\nInside.\n\n</details>\n\n## What's Changed\n### Features\n${item('palette', 1)}\n${item('dates', 2)}\n\n[docs]: https://example.com\n[^1]: A note.\n`,
  );
  expect(it.changes).toEqual([['Features', 2]]);
  for (const part of [
    '<h2>Highlights',
    '<h3>Fast',
    'By hand',
    'Inside.',
    'A note.',
    'href="https://example.com"',
  ])
    expect(it.body).toContain(part);
  expect(it.notes).toEqual([]);
});

test.each([
  ['spaces', ' '],
  ['line breaks', '\n'],
  ['comparisons', '/compare/'],
  ['bylines', ' by @a in b'],
])('200,000 characters of %s are read in time', (_, unit) => {
  const many = unit.repeat(200_000 / unit.length);
  const body = `${item('a', 1)}\n${many}x y\n\n**Full Changelog**: https://x${many} y\n* a${many}x`;
  expect(convert(body).body).toContain('x y');
});

test('a text that only points to a changelog is reported with what to do', () => {
  const [note] = convert('Please see the CHANGELOG.md for details.').notes;
  expect(note).toMatch(/only points to another text; .* "- changelog: CHANGELOG.md"/);
  expect(convert('Boards can be sorted. See the docs of changes.\n\n- a\n').notes).toEqual([]);
});

test('10,000 items are sorted in bounded time', () => {
  const body = Array.from({ length: 10_000 }, (_, n) => item(`fix: dates ${n}`, n + 1)).join('\n');
  const sorted = sortGenerated(body);
  expect(sorted.body.match(/^\* dates/gm)).toHaveLength(10_000);
});

test('the link to all changes is an attachment of notes that somebody wrote, too', () => {
  const it = convert(`## Security\n- One (#1)\n\n**Full Changelog**: ${comparison}\n`);
  expect(it.changes).toEqual([['Security', 1]]);
  expect(it.attachments).toEqual([{ title: 'Full Changelog', url: comparison }]);
  expect(it.body).toBe('');
});

test('a single section with a known title is a type', () => {
  expect(convert(`## Bug fixes\n${item('dates', 1)}\n`).changes).toEqual([['Bug fixes', 1]]);
});

test('a prefix that is the name of a property of every object is no type, and its item stays', () => {
  const it = convert(`## What's Changed\n${item('constructor: keeps words', 1)}\n`);
  expect(it.body).toContain('constructor: keeps words');
});

test('items without a type are no part of the text above them', () => {
  const it = convert(
    `## Breaking changes\n\nTokens end.\n\n## What's Changed\n${item('dates', 1)}\n\n${tail}`,
  );
  expect(it.changes).toEqual([['Breaking changes', 1]]);
  expect(it.contents[0]).toContain('Tokens end.');
  expect(it.body).toMatch(
    /^<h2>What's Changed<\/h2>\s*<ul>\s*<li>dates .*<\/ul>\s*<details><summary>First/s,
  );
});

test('a link with words of its own stays in the text', () => {
  const it = convert(`A text.\n\nSee also: [all 57 commits](${comparison})`);
  expect(it.attachments).toEqual([]);
  expect(it.body).toContain('See also: <a');
});
