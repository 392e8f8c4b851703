import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanHtml } from '../../../../src/sync/prepare/html/parse-body.ts';

test('simple HTML is the same as after a whole cleaning', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'a é\u00a0\u2028"\'[x]☐&<>\n\r\0'),
    maxLength: 6,
  });
  const block = fc.oneof(
    text,
    text.map((one) => `<p>${one}</p>\n`),
    fc.array(text).map((all) => `<ul>\n${all.map((one) => `<li>${one}</li>\n`).join('')}</ul>\n`),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      const html = blocks.join('');
      const rest = '<p><em>text</em></p>';
      expect(cleanHtml(rest + html)).toBe(rest + cleanHtml(html));
    }),
    { numRuns: 500, seed: 1 },
  );
});
