import { expect, test } from 'vitest';
import { convertChangesets } from '../../../src/sources/changesets/convert-changesets.ts';
import { cleanHtml as sanitise } from '../../../src/sync/prepare/html/parse-body.ts';
import { told } from '../convert.ts';

const convert = (files: Record<string, string>) =>
  convertChangesets(
    Object.entries(files).map(([name, text]) => ({ name, text })),
    { sanitise },
  );

test('makes a draft for each package, with the most severe changes first', () => {
  const { releases, notes } = convert({
    'brave-cats-run.md': '---\n"@acme/board": patch\n---\n\nA **crash**.\n',
    'calm-dogs-sit.md':
      '---\r\n"@acme/board": major\r\n"@acme/core": minor\r\n---\r\n\r\nCursors:\r\n\r\n- everywhere\r\n',
  });
  expect(
    releases.map(({ project, state, version, text }) => ({ project, state, version, ...text })),
  ).toEqual([
    {
      project: '@acme/board',
      state: 'draft',
      version: null,
      body: '',
      changes: [
        { type: 'Major Changes', content: '<p>Cursors:</p>\n<ul>\n<li>everywhere</li>\n</ul>' },
        { type: 'Patch Changes', content: 'A <strong>crash</strong>.' },
      ],
    },
    {
      project: '@acme/core',
      state: 'draft',
      version: null,
      body: '',
      changes: [
        { type: 'Minor Changes', content: '<p>Cursors:</p>\n<ul>\n<li>everywhere</li>\n</ul>' },
      ],
    },
  ]);
  expect(notes).toEqual([]);
});

test('gives the same result for the same files in any order', () => {
  const [a, b] = ['---\n"a": patch\n---\n\nOne.', '---\n"a": patch\n---\n\nTwo.'];
  expect(convert({ 'a.md': a, 'b.md': b })).toEqual(convert({ 'b.md': b, 'a.md': a }));
});

test('names the files that are not changesets', () => {
  const converted = convert({
    'a.md': '',
    'b.md': 'text',
    'c.md': '---\na: huge\n---\n',
    'd.md': '---\n---\n\nNone.',
    'e.md': '---\n"a": none\n---\n\nText.',
    'f.md': `---\n"a": patch\n---\n${'x'.repeat(40_000)}`,
    'g.md': '---\n"a": patch\n---\n\n<!-- x -->',
  });
  expect(converted.releases).toEqual([]);
  expect(told(converted).map((note) => note.slice(0, 50))).toEqual([
    'a.md: left out: could not parse changeset - file i',
    'b.md: left out: could not parse changeset - missin',
    'c.md: left out: could not parse changeset - invali',
    'd.md: left out: it names no package',
    'e.md: has no text for a',
    'f.md: left out: it is longer than 32 KiB',
    'g.md: has no text for a',
  ]);
});
