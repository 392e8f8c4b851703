import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

/** Which rooms a room may import from: the one table of arrows, left to right. */
const arrows: Record<string, readonly string[]> = {
  model: [],
  lib: [],
  client: ['model', 'lib'],
  store: ['model', 'lib'],
  sync: ['client', 'store', 'model', 'lib'],
  site: ['model'],
  feeds: ['site', 'model'],
  components: ['site', 'model', 'styles'],
  layouts: ['components', 'site', 'model', 'styles'],
  styles: [],
  pages: ['store', 'site', 'feeds', 'layouts', 'components', 'model'],
  'content.config.ts': ['store', 'site', 'feeds', 'layouts', 'components', 'model'],
  publish: ['model', 'lib'],
  webhook: ['model', 'lib'],
  service: ['model', 'lib'],
};

const files = globSync('src/**/*.{ts,astro}');
const roomOf = (file: string) => file.split(sep)[1] ?? '';

test('every file under src/ lives in a room', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !(roomOf(file) in arrows) && file !== 'src/env.d.ts')).toEqual([]);
});

test('imports follow the arrows', () => {
  const against = files.flatMap((file) =>
    localImports(file)
      .filter((target) => {
        const [from, to] = [roomOf(file), roomOf(target)];
        return from !== to && !(arrows[from] ?? []).includes(to);
      })
      .map((target) => `${file} → ${target}`),
  );
  expect(against).toEqual([]);
});

test('only client speaks undici, and only scripts read the environment or exit', () => {
  const reach = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return (
      /process\.(?:env|exit)\b/.test(text) ||
      (/from 'undici'/.test(text) && roomOf(file) !== 'client')
    );
  });
  expect(reach).toEqual([]);
});

test('a test runs or is not there: none is skipped', () => {
  const left = globSync('test/**/*.test.ts').filter((file) =>
    /\b(?:test|it|describe)\.(?:concurrent\.)?(?:skip|skipIf|runIf|todo|only|fails)\b/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(left).toEqual([]);
});

function localImports(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...specifiers].map(([, specifier]) => normalize(join(dirname(file), specifier ?? '')));
}
