import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable, printableJson } from '../../../src/lib/text/printable.ts';
import { anyText } from '../../support/any-text.ts';

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u009b31mred \u001b[38:5:1;1mbold\u001b[m', 'red bold'],
  ['\u001b[2Jclear', '[2Jclear'],
  ['a\u0007b\u007fc\u0000d\re', 'abcde'],
  ['one\ttwo\nthree', 'one\ttwo\nthree'],
  ['invoice\u202efdp.exe\u2066', 'invoicefdp.exe'],
  ['Größe – 日本語 – 👩‍👩‍👧', 'Größe – 日本語 – 👩‍👩‍👧'],
])('prints %j without colours and control characters', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

test.each([
  ['see https://me:secret@example.com/a.png', 'see https://example.com/a.png'],
  ['https://secret@example.com', 'https://example.com'],
  ['https://me:se@cret@example.com/@a', 'https://example.com/@a'],
  ['https://me:a secret@example.com', 'https://example.com'],
  ['//me:secret@example.com/a', '//example.com/a'],
  ['HTTPS:\\\\me:secret@example.com/a', 'HTTPS:\\\\example.com/a'],
  ['https:me:secret@example.com/a', 'https:example.com/a'],
  ['ftp://me:secret@example.com', 'ftp://example.com'],
  ['/a.png?X-Amz-Signature=secret&w=2', '/a.png?X-Amz-Signature=…&w=2'],
  ['https://example.com/a?access_token=secret#x', 'https://example.com/a?access_token=…#x'],
])('prints %j without its secret', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

test.each([
  'write to me@example.com',
  'over https: ask me@example.com',
  'https://example.com/@me/a?w=200&v=3',
  'https://example.com/npm/@scope/name@1.2.3',
  'GET https://api.example.com/v1/releases?offset=0&limit=100 failed: status 503.\nTry again.',
])('prints %j unchanged', (text) => {
  expect(printable(text)).toBe(text);
});

test('JSON keeps its value, and has no control characters except its own newlines', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const json = printableJson({ text: text.replaceAll('@', '') });
      expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
      expect(JSON.parse(json)).toEqual({ text: text.replaceAll('@', '') });
    }),
  );
});

test('reads a text with thousands of URL prefixes in linear time', () => {
  const text = 'https:https://?token'.repeat(50_000);
  expect(printable(text)).toBe(text);
});

test('JSON contains no passwords', () => {
  const value = { warnings: ['left out https://me:secret@example.com/a "b" x@y'] };
  expect(printableJson(value)).not.toContain('secret');
  expect(printableJson(value)).toContain('x@y');
});
