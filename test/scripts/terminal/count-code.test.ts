import { expect, test } from 'vitest';
import { codeLines, countTable } from '../../../scripts/terminal/count-code.ts';

test('does not count comments and blank lines', () => {
  const text = [
    '// One.',
    '/**',
    ' * Two.',
    ' */',
    "const a = '/* no comment */'; // Three.",
    '',
    '  {/* Four. */}',
    '<!-- Five',
    '  and six. -->',
    '<p>Text</p>',
  ].join('\n');
  expect(codeLines(text)).toBe(2);
});

test('lists folders, and sums core, features, tools and service', () => {
  const table = countTable([
    ['src/env.d.ts', 1],
    ['src/features/registry.ts', 2],
    ['src/features/search/a.ts', 3],
    ['src/service/http/app.ts', 5],
    ['src/sync/plan/plan.ts', 7],
    ['test/a.test.ts', 11],
  ]);
  const rows = table.split('\n').map((line) => line.split(/\s{2,}/));
  expect(rows).toEqual([
    ['src', '1'],
    ['src/features', '2'],
    ['src/features/search', '3'],
    ['src/service', '5'],
    ['src/sync', '7'],
    ['test', '11'],
    [''],
    ['core', '8'],
    ['features', '5'],
    ['service', '5'],
    ['src, whole', '18'],
  ]);
});
