import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names that frameworks give: a file that exports one of them is no more than that file's own. */
const given: Record<string, string> = {
  GET: 'Astro asks each endpoint for it',
  getStaticPaths: 'Astro asks each page for it',
  Props: 'Astro takes it for what a component is given',
  collections: 'Astro looks for it in src/content.config.ts',
};

test('a name that is exported in src/ means one thing', () => {
  const files = globSync('src/**/*.{ts,astro}');
  const homes = files.flatMap((file) => exportsOf(file).map((name) => ({ name, file })));
  expect(homes.length).toBeGreaterThan(500);
  const shared = [...Map.groupBy(homes, ({ name }) => name)]
    .map(([name, all]) => ({ name, files: [...new Set(all.map(({ file }) => file))] }))
    .filter(({ name, files }) => files.length > 1 && !(name in given));
  expect(shared).toEqual([]);
});

test('every name that may stand twice does', () => {
  const text = globSync('src/**/*.{ts,astro}').map((file) => readFileSync(file, 'utf8'));
  for (const name of Object.keys(given))
    expect(text.filter((one) => one.includes(name)).length).toBeGreaterThan(1);
});

test.each([
  ['no doc comment leans on the one before it', /\/\*\*[\s*]*The same\b/],
  ['no literal is spread', /\.\.\.(?:\{ |\(\[[^\]]*\] as const\),)/],
])('%s', (_what, pattern) => {
  const files = globSync('{src,scripts,bench,test}/**/*.{ts,astro}');
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([]);
});

function exportsOf(file: string): string[] {
  const declared = readFileSync(file, 'utf8').matchAll(
    /^export (?:async )?(?:interface|type|const|let|function\*?|class) (\w+)/gm,
  );
  return [...declared].map(([, name = '']) => name);
}
