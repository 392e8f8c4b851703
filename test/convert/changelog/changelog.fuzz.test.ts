import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, outlineOf } from '../../../src/convert/markdown/headings.ts';
import { toDataSet } from '../../../src/convert/past/to-data-set.ts';
import { illFormedAt } from '../../../src/lib/text/ill-formed.ts';
import { CreateRelease } from '../../../src/model/api/requests.ts';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { anyText } from '../../support/any-text.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { changelog, workspace } from '../convert.ts';

const part = fc.oneof(
  fc.constantFrom(
    '\n## 1.0.0 - 2026-01-01\n',
    '\n### Added\n\n- ',
    '\n# [2.0.0]\n',
    '\n## 2.0.0 - 2026-02-01\n',
  ),
  fc.constantFrom(
    '# ',
    '## ',
    '### ',
    '#### ',
    '- ',
    '* ',
    '> ',
    '1. ',
    '    ',
    '\t',
    '[',
    ']',
    '(',
    ')',
    '`',
  ),
  fc.constantFrom(
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '```',
    '~~~',
    '<!--',
    '-->',
    '<details>',
    '</details>',
    '---\n',
    '===\n',
  ),
  fc.constantFrom(
    '1.0.0',
    '2.0.0-rc.1',
    'v3',
    '[Unreleased]',
    ' - 2026-01-01',
    ' [YANKED]',
    '2026-02-30',
    '0.1',
  ),
  fc.constantFrom(
    'Added',
    'Fixed',
    'Bug Fixes',
    'Own',
    '⚠ BREAKING CHANGES',
    '[a]: https://example.com',
    '[a]',
    '[^1]',
    '[^1]: n',
  ),
  fc.constantFrom(
    '**',
    '_',
    '~~',
    '<b>',
    '<script>',
    '<a href="x">',
    '| a | b |\n|---|---|\n',
    '- [x] ',
    'https://a.example',
  ),
  anyText({ maxLength: 8 }),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const anyChangelog = fc.array(part, { maxLength: 60, size: 'max' }).map((parts) => parts.join(''));

test('any text is a changelog: what comes of it can be imported, and every heading is told of', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(anyChangelog, anyText({ maxLength: 200 })), (text) => {
      const converted = changelog(text);
      found += converted.releases.length;
      const data = DataSet.parse(toDataSet(converted.releases, workspace));
      expect(illFormedAt(data)).toBeUndefined();
      for (const { title, slug, id, changes } of data.releases) {
        expect(CreateRelease.shape.title.safeParse(title).success).toBe(true);
        expect(CreateRelease.shape.slug.safeParse(slug).success).toBe(true);
        expect(id.length).toBeLessThan(300);
        expect(new Set(changes.map((one) => ('id' in one ? one.id : ''))).size).toBe(
          changes.length,
        );
      }
      expect(new Set(data.releases.map(({ id }) => id)).size).toBe(data.releases.length);
      expect(new Set(data.releases.map(({ slug }) => slug)).size).toBe(data.releases.length);
      expect(changelog(text)).toEqual(converted);
    }),
    { numRuns: fuzzRuns(500), seed: 18 },
  );
  expect(found).toBeGreaterThan(500);
});

/** Headings of words that are found again, whatever is between them. */
const headings = fc.array(
  fc.record({
    level: fc.integer({ min: 1, max: 6 }),
    kind: fc.constantFrom(
      '1.0.0 - 2026-01-01',
      '2.0.0',
      '3.0.0 - 2026-13-01',
      'Added',
      'Fixed',
      'Word',
      'Unreleased',
    ),
    below: fc.constantFrom(
      '',
      '- item',
      'text',
      '```\ncode\n```',
      '> # quoted',
      '- item\n\ntext',
      '<!-- hidden -->',
    ),
  }),
  { maxLength: 12 },
);

test('no heading is lost: it is a version, a type, stands in a text, or is named by its line', () => {
  fc.assert(
    fc.property(headings, (all) => {
      const text = all
        .map(
          ({ level, kind, below }, index) =>
            `${'#'.repeat(level)} ${kind}${/^[A-Z]/.test(kind) && kind !== 'Unreleased' ? ` w${index}w` : ''}\n\n${below}\n`,
        )
        .join('\n');
      const { releases, notes } = changelog(text);
      const written = JSON.stringify(releases).toLowerCase();
      const named = new Set(notes.map(({ line }) => line));
      const lines = linesOf(text);
      const versions = outlineOf(lines).headings.filter(
        ({ text, level }) => level <= 3 && /^(?:\d|Unrel)/.test(text),
      );
      const left = notes.filter(({ what }) => what.startsWith('nothing is unreleased')).length;
      expect(releases.length + left).toBe(versions.length);
      for (const heading of outlineOf(lines).headings) {
        const word = heading.text.split(' ').at(-1)?.toLowerCase() ?? '';
        const isTold =
          versions.includes(heading) || named.has(heading.line + 1) || written.includes(word);
        expect(isTold, `${heading.text} of line ${heading.line + 1} in\n${text}`).toBe(true);
      }
    }),
    { numRuns: fuzzRuns(300), seed: 18 },
  );
});
