import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '../../src/lib/yaml.ts';

const Names = z.strictObject({ names: z.array(z.string()), size: z.number().optional() });
const problems = (text: string) =>
  parseYaml(text, Names).problems?.map(({ line, message }) => `${line} ${message}`);

test('gives the value that the schema returns', () => {
  expect(parseYaml('names: [a, b]\nsize: 2\n', Names)).toEqual({
    value: { names: ['a', 'b'], size: 2 },
  });
});

test('gives each problem with its line, also a missing field', () => {
  expect(problems('names:\n  - a\n  - 1\nsize: big\nother: 1\n')).toEqual([
    '3 names.1: expected text, but found a number; in quotes, it is text',
    '4 size: expected a number, but found text',
    '5 "other" is unknown. Known: names, size',
  ]);
  expect(problems('name: [a]\n')).toEqual([
    '1 names: it is missing',
    '1 "name" is unknown. Did you mean "names"?',
  ]);
  expect(problems('names: { a: 1 }\n')).toEqual([
    '1 names: expected a list, but found names with values',
  ]);
  expect(problems('size: 1\n')).toEqual(['1 names: it is missing']);
  expect(problems('')).toHaveLength(1);
});

test('describes a YAML syntax error on one line', () => {
  const [first] = problems('names: [a\nsize: 1\n') ?? [];
  expect(first).toMatch(/^2 [^\n]+$/);
  expect(problems('names: [a]\nnames: [b]\n')).toEqual(['2 "names" is there twice']);
});

test('reads the boolean words of YAML 1.1 and dates as strings', () => {
  expect(parseYaml('names: [yes, off, 2026-01-31]', Names)).toEqual({
    value: { names: ['yes', 'off', '2026-01-31'] },
  });
});

test.each([
  'names: [!secret a]',
  'names: [!!str 1]',
  'names: !env [a]',
  '!run\nnames: [a]',
  'names: [!!binary aGk=]',
])('refuses tags: %j', (text) => {
  const found = problems(text) ?? [];
  expect(found.filter((one) => /tags such as \S+ are not allowed/.test(one))).toHaveLength(1);
});

test('accepts a few aliases', () => {
  expect(parseYaml('names: [&a x, *a]', Names)).toEqual({ value: { names: ['x', 'x'] } });
});

test('limits the number of aliases, and the expansion of nested ones', () => {
  const many = `names: [&a x${', *a'.repeat(101)}]`;
  expect(problems(many)).toEqual(['1 more than 100 aliases']);
  const levels = [...'bcdefgh'].map(
    (name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[n]}`).join(', ')}]`,
  );
  expect(problems(['a: &a [x, x]', ...levels].join('\n'))).toEqual([
    '1 nested aliases make the document too large',
  ]);
});

test('reports an alias without an anchor', () => {
  expect(problems('names: [*a]')).toEqual([
    '1 a text that begins with * has to be in quotes, such as tags: "*"',
  ]);
});

test('says to quote a text with a colon', () => {
  expect(problems('title: Board: the new one\n')).toEqual([
    '1 a text with a colon and a space in it has to be in quotes, such as title: "Board: the new one"; names of one level begin in the same column',
  ]);
});
