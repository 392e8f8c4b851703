// @module-tag soak

import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { fromHtml, writeMarkdown } from '../../src/site/feeds/markdown/markdown.ts';
import { readRelease } from '../../src/sources/markdown-folder/read-entry.ts';
import type { PastText } from '../../src/sources/past/past-release.ts';
import { cleanHtml as sanitise } from '../../src/sync/prepare/html/parse-body.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { changelog, convertGitHub, told } from './convert.ts';
import { mayGo } from './may-go.ts';

// Markdown in which each word is unique, so that a word that is lost or shown twice is found.

const indent = (text: string, by: string, first = by) =>
  text.replace(/^(?=.)/gm, by).replace(by, first);

const inline = fc.constantFrom(
  'W',
  'W W',
  '**W** W',
  '_W_, W',
  '`W` W',
  '[W](https://example.com) W',
  '[W][ref]',
  'W[^note]',
  '<b>W</b>',
  'W <T> W',
  'W <textarea> W',
  'W <script>W</script>',
  '<svg>W',
  'W <!-- W --> W',
  '![W](https://example.com/a.png)',
  'W\nW',
  'W  \nW',
  'Array<T, W> W',
  'مرحبا W',
);
const leaf = fc.oneof(
  inline,
  inline.map((text) => `${text.split('\n')[0]}\n---`),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('W', 'W W', 'Fixed', '**W**'))
    .map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.constantFrom(
    '**Fixed**\n\n- W\n- W',
    '- Added\n  - W\n- Fixed\n  - W',
    '```js\nW\n# W\n```',
    '~~~\nW',
    '    W',
    '| W | W |\n|---|---|\n| W | W |',
    '***',
    '<details>\n<summary>W</summary>\n\nW\n\n</details>',
    '<details>\n\nW',
    '</details>',
    '<div>\nW <T>\n</div>',
    '<center>W</center>',
    '<title> W',
    '<style>\nW',
    '<!-- W',
    '<!-- W -->',
    '[ref]: https://example.com',
    '[^note]: W',
  ),
);
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    leaf,
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((all) => indent(all.join('\n\n'), '> ')),
    fc
      .tuple(
        fc.constantFrom('- ', '* ', '1. '),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('\n', '\n\n'),
      )
      .map(([mark, all, gap]) =>
        all.map((one) => indent(one, ' '.repeat(mark.length), mark)).join(gap),
      ),
  ),
}));

/** The text and its words. */
const markdown = fc.array(block, { minLength: 1, maxLength: 8 }).map((all) => {
  const parts = all.join('\n\n').split('W');
  return parts.map((part, at) => (at === 0 ? part : `word${at}x${part}`)).join('');
});
const lineEnds = fc.constantFrom('\n', '\r\n', '\r');

const wordsIn = (text: string): string[] => text.match(/word\d+x/g) ?? [];

function textOf(html: string): string {
  const texts: string[] = [];
  const nodes: DefaultTreeAdapterMap['node'][] = [parseFragment(html)];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if ('value' in node) texts.push(node.value);
    if ('attrs' in node)
      texts.push(...node.attrs.filter(({ name }) => name === 'alt').map(({ value }) => value));
    if ('childNodes' in node) nodes.push(...node.childNodes);
  }
  return texts.join(' ');
}

function check(source: string, { body, changes }: PastText, notes: readonly string[]): void {
  const left = mayGo.reduce((text, { pattern }) => text.replace(pattern, ''), source);
  const htmls = [body, ...changes.map(({ content }) => content)];
  const types = [...new Set(changes.map(({ type }) => type))];
  const shown = wordsIn([...htmls.map(textOf), ...types].join(' '));
  const told = new Set(wordsIn(notes.join(' ')));
  const lost = wordsIn(left).filter((word) => !shown.includes(word) && !told.has(word));
  expect(lost, `lost of\n${source}\n\n${htmls.join('\n\n')}`).toEqual([]);
  // Sub-headings are repeated in front of each change.
  const headings = new Set(
    source
      .split(/\n/)
      .flatMap((line, at, all) =>
        /^#/.test(line) || /^(?:---|===)/.test(all[at + 1] ?? '') ? wordsIn(line) : [],
      ),
  );
  const twice = shown.filter((word, at) => shown.indexOf(word) < at && !headings.has(word));
  expect(twice, `twice of\n${source}\n\n${htmls.join('\n\n')}`).toEqual([]);
  const versions = wordsIn(htmls.map((html) => writeMarkdown(fromHtml(html))).join('\n\n'));
  const missing = wordsIn(htmls.map(textOf).join(' ')).filter((word) => !versions.includes(word));
  expect(missing, `missing in the Markdown version of\n${htmls.join('\n\n')}`).toEqual([]);
}

test('each word of a changelog is on the page or in the report', () => {
  fc.assert(
    fc.property(markdown, lineEnds, fc.boolean(), (source, lineEnd, hasMark) => {
      const text = `${hasMark ? '\ufeff' : ''}## 2.0.0 - 2026-02-01\n\n${source}\n\n## 1.0.0 - 2026-01-01\n\n- last\n`;
      const converted = changelog(text.replaceAll('\n', lineEnd));
      expect(converted.releases.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
      const [first, second] = converted.releases;
      const texts = {
        body: (first?.text.body ?? '') + (second?.text.body ?? ''),
        changes: [...(first?.text.changes ?? []), ...(second?.text.changes ?? [])],
      };
      check(source, texts, told(converted));
      expect(second?.text.body).toContain('last');
    }),
    { numRuns: fuzzRuns(300, 10_000), seed: 52 },
  );
});

test('each word of a GitHub release is on the page or in the report', () => {
  fc.assert(
    fc.property(markdown, lineEnds, (source, lineEnd) => {
      const body = source.replaceAll('\n', lineEnd);
      const row = { id: 1, tag_name: 'v1', created_at: '2026-01-01T00:00:00Z', body };
      const { releases, notes } = convertGitHub([row], { sanitise });
      check(
        source,
        releases[0]?.text ?? { body: '', changes: [] },
        notes.map(({ what }) => what),
      );
    }),
    { numRuns: fuzzRuns(300, 10_000), seed: 52 },
  );
});

test('each word of a Markdown file is on the page or in the report', () => {
  fc.assert(
    fc.property(markdown, (source) => {
      const file = `---\nreleased_at: 2026-01-01\n---\n${source}\n`;
      const { row, notes } = readRelease('a.md', 'a.md', file, {
        sanitise,
        timeZone: 'UTC',
        project: null,
      });
      const changes = row.changes as { title: string; content: string }[];
      const text = {
        body: String(row.body),
        changes: changes.map(({ title, content }) => ({ type: title, content })),
      };
      check(source, text, notes);
    }),
    { numRuns: fuzzRuns(150, 5000), seed: 53 },
  );
});
