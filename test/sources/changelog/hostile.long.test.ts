import { expect, test } from 'vitest';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { toDataSet } from '../../../src/tools/convert/to-data-set.ts';
import { changelog, told, workspace } from '../convert.ts';

/** In characters. */
const length = 256 * 1024;
const head = '## 1.1.0 - 2026-01-02\n\n- new\n\n';
const tail = '\n## 1.0.0 - 2026-01-01\n\n- old\n';

const versionsOf = (text: string) => changelog(text).releases.map(({ version }) => version);

test.each([
  ['a line of #', '#'.repeat(length)],
  ['lines of #', '#\n'.repeat(length / 2)],
  ['brackets', '['.repeat(length)],
  ['quotes inside each other', '>'.repeat(length)],
  ['lists inside each other', `${'- '.repeat(length / 2)}\n`],
  ['emphasis inside each other', '*a '.repeat(5000) + ' a*'.repeat(5000)],
  [
    'fences that get shorter',
    Array.from({ length: 1000 }, (_, i) => '`'.repeat(1003 - i)).join(' x\n'),
  ],
  ['comments that nothing closes', '<!-- a\n'.repeat(20_000)],
  ['spaces', ' '.repeat(length)],
  ['blank lines', '\n'.repeat(length)],
])('a version with a long text of %s does not affect other versions', (_what, text) => {
  const { releases } = changelog(head + text + tail);
  expect(releases.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  expect(releases[1]?.text.body).toBe('<ul>\n<li>old</li>\n</ul>');
});

test('a text that is too complex for the parser is shown as plain text, and named', () => {
  const converted = changelog(`${head}${'[a]('.repeat(5000)}${tail}`);
  expect(told(converted)).toEqual(['5 shown as plain text: a paragraph has more than 2000 marks']);
  expect(converted.releases[0]?.text.body).toContain('[a]([a](');
});

test('an unclosed fence hides no version, and is named', () => {
  const converted = changelog(`${head}\`\`\`\n# code\n${tail}`);
  expect(converted.releases.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  expect(told(converted)[0]).toBe('5 ``` is not closed, so it is shown as text');
});

test('versions in code and comments are ignored, and named', () => {
  const converted = changelog(
    `${head}\`\`\`md\n## 9.0.0\n\`\`\`\n<!--\n## 8.0.0\n-->\n~~~\n\`\`\`\n## 7.0.0\n~~~\n${tail}`,
  );
  expect(converted.releases.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  expect(told(converted).map((note) => note.replace(/:.*/s, ''))).toEqual([
    ...['6 “9.0.0”', '9 “8.0.0”', '13 “7.0.0”'],
  ]);
});

test('shows scripts as text, and removes what a body may not contain', () => {
  const [release] = changelog(
    '## 1.0.0 - 2026-01-01\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n### Added\n\n- [x](javascript:alert(1)) <iframe src="javascript:alert(1)"></iframe>\n',
  ).releases;
  expect(release?.text.body).toBe('<p>&#x3C;script>alert(1)&#x3C;/script><img src="x"></p>');
  expect(release?.text.changes).toEqual([
    { type: 'Added', content: '[x](javascript:alert(1)) <iframe></iframe>' },
  ]);
});

test('thousands of versions become as many releases, with unique ids and slugs', () => {
  const text = Array.from(
    { length: 3000 },
    (_, i) => `## 1.${3000 - i}.0 - 2026-01-01\n\n- ${i}\n`,
  );
  const { releases } = changelog(text.join('\n'));
  expect(releases.length).toBe(3000);
  expect(new Set(releases.map(({ id }) => id)).size).toBe(3000);
  const data = DataSet.parse(toDataSet(releases, workspace));
  expect(new Set(data.releases.map(({ slug }) => slug)).size).toBe(3000);
  expect(data.releases.map(({ version }) => version)).toEqual(
    releases.map(({ version }) => version),
  );
});

test('underlined headings count as headings, but tables and rules do not', () => {
  expect(
    versionsOf('1.1.0 / 2026-01-02\n==================\n\n  * new\n\n1.0.0 / 2026-01-01\n-----\n'),
  ).toEqual(['1.1.0', '1.0.0']);
  expect(versionsOf('## 2.0.0\n\n- 1.0.0\n---\n\n| 1.0.0\n---\n\ntext\n1.0.0\n---\n')).toEqual([
    '2.0.0',
  ]);
});

test('a list of more items than a call has arguments is read', () => {
  const count = 150_000;
  const { releases } = changelog(`${head}### Fixed\n\n${'- a\n'.repeat(count)}${tail}`);
  expect(releases[0]?.text.changes.filter(({ type }) => type === 'Fixed')).toHaveLength(count);
});

test('footnotes that refer to each other in a long chain are shown', () => {
  const count = 4000;
  const notes = Array.from({ length: count }, (_, n) => `[^${n}]: note [^${n + 1}]\n`);
  const { releases } = changelog(`${head}a[^0]\n\n${notes.join('\n')}${tail}`);
  expect(releases[0]?.text.body).toContain(`<div id="fn-${count}"><sup>${count}</sup> note`);
  expect(releases[1]?.text.body).toBe('<ul>\n<li>old</li>\n</ul>');
});
