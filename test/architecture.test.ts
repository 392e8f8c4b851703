import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const foundations = ['model', 'lib'];
const readers = [...foundations, 'config', 'client', 'store', 'publish'];
const site = ['site/base', 'site/feeds', 'site/shell', 'site/releases', 'site/roadmap'];
const shown = [...foundations, 'config', ...site];
const rendered = [...shown, 'store', 'features', 'collections', 'pages', 'publish'];

const belowSync = [...readers, 'sources'];
const stages = ['sync/read', 'sync/prepare', 'sync/session.ts', 'sync/plan', 'sync/write'];
const stagesOfSync = {
  ...Object.fromEntries(stages.map((name, at) => [name, [...belowSync, ...stages.slice(0, at)]])),
  'sync/why-not-by-id.ts': [...belowSync, ...stages],
  'sync/sync.ts': [...belowSync, ...stages, 'sync/why-not-by-id.ts'],
  // A change needs action by the words of all languages of a site, which `site/base` has. It
  // imports only `model` and `config`, so that a sync still needs no page.
  'sync/run': [...belowSync, ...stages, 'sync/sync.ts', 'site/base'],
};
const sync = Object.keys(stagesOfSync);

/** Which folders of `src/` each folder may import from, besides itself. */
const layers: Record<string, readonly string[]> = {
  model: [],
  lib: [],
  config: foundations,
  client: foundations,
  store: foundations,
  publish: [...foundations, 'config'],
  sources: readers,
  // The stages of a sync, each of which knows only the earlier ones.
  ...stagesOfSync,
  'site/base': ['model', 'config'],
  'site/feeds': shown.slice(0, 4),
  'site/index.css': [],
  'site/shell': [...shown.slice(0, 5), 'site/index.css'],
  'site/releases': shown.slice(0, 6),
  'site/roadmap': shown.slice(0, 7),
  collections: [...shown, 'store'],
  'live.config.ts': ['collections'],
  features: shown,
  pages: [...shown, 'store', 'features', 'collections'],
  render: rendered,
  receiver: [...rendered, 'render', 'client', 'sources', ...sync],
  tools: [...rendered, 'render', 'client', 'sources', ...sync, 'receiver'],
  service: ['model', 'lib', 'config'],
  'env.d.ts': ['tools', 'collections'],
};

const tests = globSync('test/**/*.test.ts', { exclude: ['test/tools/node_modules'] });
const files = globSync('{src,bin,scripts,bench}/**/*.{ts,astro,cjs,mjs}').sort();

const [allImports, valueImports] = [imports(), imports({ types: false })];

test('every file of src/ belongs to a layer', () => {
  const ofSrc = files.filter((file) => file.startsWith('src/'));
  expect(ofSrc.length).toBeGreaterThan(400);
  expect(ofSrc.filter((file) => layerOf(file) === '')).toEqual([]);
});

test('layers import only lower layers; features and tools do not import each other', () => {
  const wrong = allImports.filter(([from, to]) => !isAllowed(from, to));
  expect(wrong).toEqual([]);
});

test('pages read entries through collections, so that only `_source.ts` imports the store’s readers', () => {
  const readers = allImports.filter(
    ([from, to]) => layerOf(from) === 'pages' && to.startsWith('src/store/read/'),
  );
  expect(new Set(readers.map(([from]) => from))).toEqual(new Set(['src/pages/_source.ts']));
});

test('nothing that `astro:content` waits for imports it', () => {
  // Astro's module imports this file, and stops forever if the file waits for Astro's module.
  const waited = new Set(['src/live.config.ts']);
  for (const file of waited)
    for (const [from, to] of valueImports) if (from === file) waited.add(to);
  expect(waited).toContain('src/store/read/listings.ts');
  const using = filesWith(/from 'astro:content'/).filter((file) => file !== 'src/live.config.ts');
  expect(using).toEqual(['src/pages/_source.ts']);
  expect(using.filter((file) => waited.has(file))).toEqual([]);
  expect(valueImports.filter(([, to]) => to === 'src/live.config.ts')).toEqual([]);
});

test('only scripts and benchmarks import scripts or benchmarks', () => {
  const against = allImports.filter(
    ([from, to]) =>
      (to.startsWith('scripts/') && !/^(?:scripts|bench)\//.test(from)) ||
      (to.startsWith('bench/') && !/^(?:scripts|bench)\//.test(from)),
  );
  expect(against).toEqual([]);
});

test('commands that receive no events need nothing of the receiver', () => {
  const found = new Set(['sync', 'new', 'doctor', 'build'].map((name) => `scripts/${name}.ts`));
  for (const file of found)
    for (const [from, to] of valueImports) if (from === file && !isReceiverTool(to)) found.add(to);
  expect(found.size).toBeGreaterThan(200);
  expect([...found].filter((file) => file.startsWith('src/receiver/'))).toEqual([]);
});

test('no file of src/ is longer than 300 lines, and no style sheet longer than 350', () => {
  const tooLong = globSync('src/**/*.{ts,astro,css}').filter((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    return lines > (file.endsWith('.css') ? 350 : 300);
  });
  expect(tooLong).toEqual([]);
});

test('only the clients of sources and what posts to hooks import undici', () => {
  const posting = 'lib/http/post-once.ts|service/events/attempt.ts';
  const allowed = new RegExp(`^src/(?:client/|sources/|(?:${posting})$)`);
  expect(filesWith(/from 'undici'/).filter((file) => !allowed.test(file))).toEqual([]);
});

test('the desk has no queries, but calls `keys/` and `resources/`, as commands do', () => {
  const querying = filesWith(/from 'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/);
  expect(querying).toContain('src/service/keys/users.ts');
  expect(querying.filter((file) => file.startsWith('src/service/desk/'))).toEqual([]);
});

test('only programs read environment variables or exit the process', () => {
  // Passing the whole environment on to another program does not count as reading it.
  const passed = /\.\.\.(?:withoutSecrets|siteEnvironment)\(process\.env\)/g;
  expect(filesWith(/process\.(?:env|exit)\b/, passed)).toEqual([]);
});

test('no path of a module ends in .ts, because the package contains compiled files', () => {
  const named = /new URL\(\s*(['"`])[^'"`]*\.ts\1,|resolve\(\s*(['"`])\.[^'"`]*\.ts\2/;
  expect(filesWith(named)).toEqual([]);
});

test('no test is skipped', () => {
  const skipping =
    /\b(?:test|it|describe)\.(?:concurrent\.)?(?:skip|skipIf|runIf|todo|only|fails)\b/;
  expect(tests.filter((file) => skipping.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the file names of tests with random cases end in .fuzz.test.ts', () => {
  const inMemory = tests.filter((file) => !file.startsWith('test/e2e/'));
  const random = inMemory.filter((file) => /support\/fuzz-runs/.test(readFileSync(file, 'utf8')));
  expect(random.length).toBeGreaterThan(10);
  expect(random.filter((file) => !file.endsWith('.fuzz.test.ts'))).toEqual([]);
});

test('every test that the soak run extends has the tag "soak"', () => {
  const longer = tests.filter((file) =>
    /env\.SOAK_|support\/fuzz-runs\.ts'/.test(readFileSync(file, 'utf8')),
  );
  expect(longer.length).toBeGreaterThan(30);
  const untagged = longer.filter(
    (file) => !readFileSync(file, 'utf8').startsWith('// @module-tag soak\n'),
  );
  expect(untagged).toEqual([]);
});

/** Whether a file is the entry of a child process; these may read the environment. */
function isProgram(file: string): boolean {
  return file.includes('/processes/') && !file.endsWith('/start-bound.ts');
}

/** The layer of a file, as a path below `src/`; empty if it has none. */
function layerOf(file: string): string {
  if (/^src\/features\/[^/]+\/pages\//.test(file)) return 'pages';
  const path = file.replace(/^src\//, '');
  return Object.keys(layers).find((name) => path === name || path.startsWith(`${name}/`)) ?? '';
}

function isAllowed(from: string, to: string): boolean {
  if (!from.startsWith('src/')) return true;
  if (!to.startsWith('src/')) return to === 'astro.config.mjs' && isProgram(from);
  const [here, there] = [layerOf(from), layerOf(to)];
  if (here !== there) return layers[here]?.includes(there) ?? false;
  const ofOne = /^src\/(?:features|tools)\/([^/]+)\//;
  const [own, other] = [ofOne.exec(from)?.[1], ofOne.exec(to)?.[1]];
  return own === undefined || other === undefined || own === other;
}

/** Tools that `scripts/tools.ts` hands to the receiver. */
function isReceiverTool(file: string): boolean {
  return /^src\/tools\/(?:hand-on|metrics|worker)\//.test(file);
}

/** Every import of one file by another, as paths from the root. */
function imports({ types = true } = {}): [from: string, to: string][] {
  const typeImports = types ? /(?!)/g : /^import type [^;]*;/gm;
  return files.flatMap((file) => {
    const specifiers = readFileSync(file, 'utf8')
      .replaceAll(typeImports, '')
      .matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)(?:\?\w+)?'/g);
    return [...specifiers].map(([, specifier = '']): [string, string] => [
      file,
      normalize(join(dirname(file), specifier)),
    ]);
  });
}

/**
 * Files of `src/` whose text matches, except entries of child processes.
 * @param without matches of this pattern are removed from the text first
 */
function filesWith(pattern: RegExp, without = /(?!)/g): string[] {
  return files.filter(
    (file) =>
      file.startsWith('src/') &&
      !isProgram(file) &&
      pattern.test(readFileSync(file, 'utf8').replaceAll(without, '')),
  );
}
