// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CreateRelease } from '../../../src/service/contract/requests.ts';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { findUnstorable } from '../../../src/service/http/details.ts';
import { headingOf, readOutline } from '../../../src/sources/markdown/outline.ts';
import { toDataSet } from '../../../src/tools/convert/to-data-set.ts';
import { anyText } from '../../support/any-text.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { changelog, github, workspace } from '../convert.ts';

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

test('any text converts to releases that can be imported, the same every time', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(anyChangelog, anyText({ maxLength: 200 })), (text) => {
      const converted = changelog(text);
      found += converted.releases.length;
      const data = DataSet.parse(toDataSet(converted.releases, workspace));
      expect(findUnstorable(data)).toBeUndefined();
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
    { numRuns: fuzzRuns(125, 5000), seed: 18 },
  );
  expect(found).toBeGreaterThan(100);
});

/** Headings that can be found again in the result, with various text below them. */
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

test('no heading is lost: it is a version, a change type, part of a text, or named in a note', () => {
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
      const named = new Map(notes.map(({ line, what }) => [line, what]));
      let isBelowLeftOut = false;
      const found = readOutline(text).blocks.flatMap((block) => headingOf(block) ?? []);
      const versions = found.filter(
        ({ text, level }) => /^\d/.test(text) || (level <= 3 && text.startsWith('Unrel')),
      );
      const left = notes.filter(({ what }) => what.startsWith('left out an empty section')).length;
      expect(releases.length + left).toBe(versions.length);
      for (const heading of found) {
        const word = heading.text.split(' ').at(-1)?.toLowerCase() ?? '';
        const note = named.get(heading.line + 1);
        const isInNote = notes.some(({ what }) => what.toLowerCase().includes(word));
        // A note about a heading that is left out covers the headings in the text below it.
        if (note !== undefined) isBelowLeftOut = /were left out$/.test(note);
        else if (versions.includes(heading)) isBelowLeftOut = false;
        const isTold =
          versions.includes(heading) || isInNote || isBelowLeftOut || written.includes(word);
        expect(isTold, `${heading.text} of line ${heading.line + 1} in\n${text}`).toBe(true);
      }
    }),
    { numRuns: fuzzRuns(75, 3000), seed: 18 },
  );
});

const words = fc.constantFrom(
  ...['alpha', 'beta', 'rc', 'RC', 'Beta', 'pre', 'preview', 'dev', 'snapshot', 'SNAPSHOT'],
  ...['canary', 'nightly', 'b', 'a', 'M', 'next', 'Release Candidate', 'pre-release', 'milestone'],
);
const suffix = fc
  .tuple(words, fc.constantFrom('.', '-', ' ', ''), fc.nat(99), fc.constantFrom('', '.1', '-5'))
  .map(([word, gap, number, more]) => `${word}${gap}${number}${more}`);
const anyHeading = fc
  .record({
    mark: fc.constantFrom('# ', '## ', '### '),
    before: fc.constantFrom('', '', 'Version ', 'Release ', 'board ', '@acme/board@', 'Beta '),
    number: fc.constantFrom('1.0.0', '2.0', 'v1.2.3.4', 'v12', '1.0.0+5'),
    gap: fc.constantFrom('-', '-', '.', '', ' ', '~', '_', ' - ', ' – ', '–', ': ', '\u2011', '/'),
    opening: fc.constantFrom('', '', '(', '[', '“', '`', '**'),
    suffix,
    after: fc.constantFrom('', '', ' codename', ' two words', ' – Name', '+5', '-x', 'é', ')', ']'),
    date: fc.constantFrom(
      '',
      ' (2020-01-02)',
      ' - 2020-01-02',
      ' / January 2, 2020',
      '-2020-01-02',
    ),
    isLinked: fc.boolean(),
  })
  .map(({ mark, before, number, gap, opening, suffix, after, date, isLinked }) => {
    const version = isLinked ? `[${number}](https://example.com)` : number;
    const tag = `${before}${version}${gap}${opening}${suffix}${after}${date}`;
    return { heading: mark + tag, tag, suffix };
  });

test('a pre-release never becomes a stable version: it keeps its suffix, or is left out and counted', () => {
  const fold = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z\d]/g, '');
  let read = 0;
  fc.assert(
    fc.property(anyHeading, ({ heading, tag, suffix }) => {
      const { releases, leftOut } = changelog(`${heading}\n\n- text\n`);
      expect(releases.length + leftOut, heading).toBe(1);
      // Tags in Git cannot contain these characters.
      const tagged = /[\s[~:“*]/.test(tag) ? [] : github(tag).releases;
      for (const { version, isPreRelease } of [...releases, ...tagged]) {
        expect(fold(version), heading).toContain(fold(suffix));
        // The part after "+" is build metadata, and does not make a pre-release.
        if (!tag.includes('+')) expect(isPreRelease, `${heading}: ${version}`).toBe(true);
      }
      read += releases.length;
    }),
    { numRuns: fuzzRuns(500, 20_000), seed: 30 },
  );
  expect(read).toBeGreaterThan(150);
});
