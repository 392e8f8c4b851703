import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '../../src/lib/yaml.ts';

const Names = z.strictObject({ names: z.array(z.string()), size: z.number().optional() });
const problems = (text: string) =>
  parseYaml(text, Names).problems?.map(({ line, message }) => `${line} ${message}`);

test('gives the value that the schema makes of it', () => {
  expect(parseYaml('names: [a, b]\nsize: 2\n', Names)).toEqual({
    value: { names: ['a', 'b'], size: 2 },
  });
});

test('names each problem with its line, that of what is missing as well', () => {
  expect(problems('names:\n  - a\n  - 1\nsize: big\nother: 1\n')).toEqual([
    '3 names.1: Invalid input: expected string, received number',
    '4 size: Invalid input: expected number, received string',
    '1 Unrecognized key: "other"',
  ]);
  expect(problems('size: 1\n')).toEqual([
    '1 names: Invalid input: expected array, received undefined',
  ]);
  expect(problems('')).toHaveLength(1);
});

test('names what is no YAML in one line', () => {
  const [first] = problems('names: [a\nsize: 1\n') ?? [];
  expect(first).toMatch(/^2 [^\n]+$/);
  expect(problems('names: [a]\nnames: [b]\n')).toEqual(['2 Map keys must be unique']);
});

test('reads the words of YAML 1.1 and dates as text', () => {
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
])('takes no tags: %j', (text) => {
  const found = problems(text) ?? [];
  expect(found.filter((one) => /tags such as \S+ are not allowed/.test(one))).toHaveLength(1);
});

test('takes a few aliases', () => {
  expect(parseYaml('names: [&a x, *a]', Names)).toEqual({ value: { names: ['x', 'x'] } });
});

test('bounds aliases, and those within others', () => {
  const many = `names: [&a x${', *a'.repeat(101)}]`;
  expect(problems(many)).toEqual(['1 more than 100 aliases']);
  const levels = [...'bcdefgh'].map(
    (name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[n]}`).join(', ')}]`,
  );
  expect(problems(['a: &a [x, x]', ...levels].join('\n'))).toEqual([
    '1 nested aliases make it too large',
  ]);
});

test('names an alias that leads nowhere', () => {
  expect(problems('names: [*a]')).toEqual([expect.stringMatching(/^1 .*alias/i)]);
});
