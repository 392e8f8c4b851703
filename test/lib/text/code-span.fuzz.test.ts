// @module-tag soak

import fc from 'fast-check';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { expect, test } from 'vitest';
import { codeSpan } from '../../../src/lib/text/code-span.ts';
import { anyText } from '../../support/any-text.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

/** Texts with a special meaning in Markdown or on GitHub. */
const active = fc.constantFrom(
  ...['@octocat', '#123', 'GH-1', 'owner/name#1', '@octocat/team', ':tada:', '$x$', '$`x`$'],
  ...['https://example.com', 'www.example.com', 'me@example.com', '<https://example.com>'],
  ...[
    '![a](https://example.com/a.png)',
    '[a](b)',
    '[a][b]',
    '[b]: c',
    '<img src=a>',
    '<!--',
    '-->',
  ],
  ...[
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '|',
    '\\',
    '\\`',
    '\\|',
    '&lt;',
    '&#96;',
    '\n',
    '\r\n',
    '\n\n',
  ],
  ...['- [ ] a', '# a', '> a', '---', '***', '_', '~~', '^', '1. ', '\t', '    ', '[^1]', '&'],
  ...['0123456789abcdef0123456789abcdef01234567', '\u202e', '\u200b', '\u2028', '\u0000', '<b>'],
);
const title = fc
  .array(fc.oneof({ weight: 3, arbitrary: active }, anyText({ maxLength: 5 })), { maxLength: 12 })
  .map((parts) => parts.join(''));

const gfm = new Marked({ gfm: true });

test.each([
  ['CommonMark', (text: string) => micromark(text, { allowDangerousHtml: true })],
  ['GFM', (text: string) => gfm.parse(text, { async: false })],
])('no part of a title has a special meaning in %s', (_name, render) => {
  fc.assert(
    fc.property(title, title, (one, other) => {
      const html = render(
        `### ${codeSpan(one)}: plan\n\n- ${codeSpan(one)} ${codeSpan(other)}\n- ${codeSpan(other)}\n\nEnd.\n`,
      );
      const around = html.replace(/<code>[^<]*<\/code>/g, 'C');
      expect(around.replace(/\s+/g, '')).toBe(
        '<h3>C:plan</h3><ul><li>CC</li><li>C</li></ul><p>End.</p>',
      );
    }),
    { numRuns: fuzzRuns(500, 20_000), seed: 18 },
  );
});
