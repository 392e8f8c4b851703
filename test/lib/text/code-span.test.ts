import { expect, test } from 'vitest';
import { codeSpan } from '../../../src/lib/text/code-span.ts';

test.each([
  ['A title', '`A title`'],
  ['@everyone #1 GH-1 :tada:', '`@everyone #1 GH-1 :tada:`'],
  ['of `code`', '`` of `code` ``'],
  ['``` fence', '```` ``` fence ````'],
  ['two\n\nlines <!-- -->', '`two lines <!-- -->`'],
  ['invoice\u202efdp.exe\u2066', '`invoicefdp.exe`'],
  ['https://me:secret@example.com', '`https://example.com`'],
  ['', '`–`'],
  ['\u0000 \u200f', '`–`'],
])('writes %j as one code span', (text, span) => {
  expect(codeSpan(text)).toBe(span);
});

test('shortens a text that is longer than any title', () => {
  expect(codeSpan('long '.repeat(1_000)).length).toBeLessThan(310);
});
