import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Files and commands that the docs mention have to exist.

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md']).sort();
const folders = 'src|scripts|bench|test|docs';

test('the search for documents finds the main ones', () => {
  expect(pages).toContain('README.md');
  expect(pages).toContain('docs/architecture.md');
  expect(pages.length).toBeGreaterThan(12);
});

test.each(pages)('%s mentions only files and folders that exist', (page) => {
  const named = readFileSync(page, 'utf8').matchAll(
    new RegExp(`\`((?:${folders})/[^\`\\s<>*…]+|\\.env\\.example)\``, 'g'),
  );
  const gone = [...named].map(([, path = '']) => path).filter((path) => !existsSync(path));
  expect(gone.filter((path) => !isToBeMade(page, path))).toEqual([]);
});

test('docs/architecture.md mentions only files in src/ that exist', () => {
  const layers = readdirSync('src').join('|');
  const named = readFileSync('docs/architecture.md', 'utf8').matchAll(
    new RegExp(`\`((?:${layers})(?:/[^\`\\s…]*)?)\``, 'g'),
  );
  const paths = [...named].map(([, path = '']) => path).filter((path) => !path.includes('NAME'));
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(`src/${path}`))).toEqual([]);
});

test.each(pages)('%s mentions only npm scripts that exist', (page) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = readFileSync(page, 'utf8').matchAll(/npm run (?:-s )?([\w:-]+)/g);
  expect([...named].map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

test('nothing tells users to run a package that is not installed, which would be fetched by its name', () => {
  const files = globSync(['*.{md,yml}', '{bin,docs,scripts,src,.github}/**/*.{cjs,md,ts,yml}']);
  expect(files.length).toBeGreaterThan(500);
  const fetching = /\b(?:npx(?! --no\b)|npm (?:exec|x)\b|bunx|(?:pnpm|yarn) dlx|pnpx)\b.*/g;
  const found = files.flatMap((file) => readFileSync(file, 'utf8').match(fetching) ?? []);
  expect(found).toEqual([]);
});

/** Whether a page tells readers to create this file themselves. */
function isToBeMade(page: string, path: string): boolean {
  return page === 'docs/customising.md' && path.startsWith('src/pages/');
}

test('comments that cite docs/api.md name sections that exist', () => {
  // Headings, and table rows with a bold name.
  const named = readFileSync('docs/api.md', 'utf8').matchAll(
    /^(?:#+ (.+)|\| \*\*(.+?)\*\* \|.*)$/gm,
  );
  const sections = new Set([...named].map(([, heading, row]) => heading ?? row));
  const files = globSync('{src,scripts,test}/**/*.{ts,astro}');
  const cited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/docs\/api\.md,[\s*]*((?:"[^"]+"(?:,? and |, )?)+)/g)]
      .flatMap(([, names = '']) => [...names.matchAll(/"([^"]+)"/g)])
      .map(([, name]) => ({ file, name })),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ name }) => !sections.has(name))).toEqual([]);
});
