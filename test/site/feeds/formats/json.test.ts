import { expect, test } from 'vitest';
import { writeCompactJson, writeJson } from '../../../../src/site/feeds/formats/json.ts';

test.each([
  '\u0000',
  '\u0007',
  '\b',
  '\u000b',
  '\f',
  '\u001f',
  '\u007f',
  '\u009f',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udfff',
])('leaves out %j', (rejected) => {
  const document = { items: [{ title: `a${rejected}b` }] };
  expect(JSON.parse(writeJson(document))).toEqual({ items: [{ title: 'ab' }] });
  expect(JSON.parse(writeCompactJson(document))).toEqual({ items: [{ title: 'ab' }] });
});

test('keeps every other character', () => {
  const document = {
    text: 'tab\t, line\nbreak, "quotes", C:\\bin\\u0008, é, 日本, 🎉',
    none: null,
  };
  expect(writeJson(document)).toBe(`${JSON.stringify(document, null, 2)}\n`);
  expect(writeCompactJson(document)).toBe(`${JSON.stringify(document)}\n`);
});
