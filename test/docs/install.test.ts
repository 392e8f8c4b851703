import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const forDevelopers = ['test', 'bench', 'subset-faces', 'compile-package'].map(
  (name) => `scripts/${name}.ts`,
);

/** Only used in sites with Starlight, so its imports need not be dependencies of Waymark. */
const ofStarlight = 'src/tools/mount/frame/InStarlight.astro';

test('only programs for developers import development dependencies', () => {
  const files = globSync(['src/**/*.{ts,astro,css}', 'scripts/*.ts', '*.{ts,mjs}'], {
    exclude: ['vitest.config.ts', ofStarlight, ...forDevelopers],
  });
  const needed = files.flatMap((file) =>
    packagesIn(readFileSync(file, 'utf8')).map((name) => ({ file, name })),
  );
  expect(new Set(needed.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(needed.filter(({ name }) => name in devDependencies)).toEqual([]);
});

test.each(['docs/examples/changelog.yml', 'docs/serving.md'])(
  '%s installs without development dependencies, which would download a browser',
  (file) => {
    const installs = readFileSync(file, 'utf8').match(/npm ci.*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((line) => line !== 'npm ci --omit=dev')).toEqual([]);
  },
);

/** Packages that a module or style sheet imports, apart from type imports. */
function packagesIn(text: string): string[] {
  const named = text.matchAll(
    /^ *(?:import|export) (?!type )[^;(]*?from '([^']+)'|^ *@?import '([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...named]
    .map(([, from, at, sheet]) => from ?? at ?? sheet ?? '')
    .filter((one) => !/^(?:\.|node:|astro:)/.test(one))
    .map((one) => one.split('/', one.startsWith('@') ? 2 : 1).join('/'));
}
