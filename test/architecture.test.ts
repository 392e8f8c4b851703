import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Which rooms a room may import from: the one table of arrows. Every file lives in one of them. */
const arrows: Record<string, readonly string[]> = {
  'src/model': [],
  'src/lib': [],
  'src/config': ['model', 'lib'],
  'src/client': ['model', 'lib'],
  'src/convert': ['model', 'lib'],
  'src/store': ['model', 'lib'],
  'src/sync': ['client', 'store', 'model', 'lib'],
  'src/site': ['config', 'model'],
  'src/feeds': ['site', 'model', 'lib'],
  'src/styles': [],
  'src/components': ['site', 'model', 'styles'],
  'src/site/shell': ['components', 'site', 'model', 'styles'],
  'src/pages': ['store', 'site', 'feeds', 'layouts', 'components', 'config', 'model'],
  'src/content.config.ts': ['store', 'model'],
  'src/env.d.ts': ['integration'],
  'src/integration': [
    ...['store', 'site', 'feeds', 'layouts', 'components', 'styles', 'config', 'model', 'lib'],
  ],
  'src/publish': ['model', 'lib'],
  'src/build': ['pages', 'site', 'store', 'publish', 'config', 'model', 'lib'],
  'src/publish/serve': ['publish', 'model', 'lib'],
  'src/receiver': ['config', 'model', 'lib'],
  'src/deploy': [
    ...['sync', 'build', 'publish', 'store', 'webhook', 'client', 'config', 'model', 'lib'],
  ],
  'src/tools/pull-request': ['sync', 'store', 'model', 'lib'],
  'src/service': ['config', 'model', 'lib'],
  bench: ['*'],
  bin: [],
  scripts: ['*'],
  'test/support': ['bin', 'serve', 'model', 'lib'],
};

const files = globSync('{src,bin,scripts,bench,test/support}/**/*.{ts,astro,cjs,mjs}').sort();
const roomOf = (file: string) =>
  Object.keys(arrows).find((room) => file === room || file.startsWith(`${room}/`)) ?? '';

/** Programs that builds and runs start beside themselves: they are their own edge. */
const isProgram = (file: string) =>
  /^src\/(?:build|deploy)\/processes\//.test(file) ||
  file === 'src/lib/processes/bound-to-parent.ts';

test('every file lives in a room', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => roomOf(file) === '')).toEqual([]);
});

test('imports follow the arrows between rooms', () => {
  const against = imports().filter(([from, to]) => {
    const [here, there] = [roomOf(from), roomOf(to)];
    const allowed = arrows[here] ?? [];
    if (isProgram(from) && to === 'astro.config.mjs') return false;
    return here !== there && !allowed.includes('*') && !allowed.includes(there.replace('src/', ''));
  });
  expect(against).toEqual([]);
});

test('no room that all others may be imported into is imported itself', () => {
  const against = imports().filter(
    ([from, to]) =>
      (roomOf(to) === 'scripts' && roomOf(from) !== 'scripts') ||
      (roomOf(to) === 'bench' && !['bench', 'scripts'].includes(roomOf(from))),
  );
  expect(against).toEqual([]);
});

test('the web server knows generations and their rules alone of what is published', () => {
  const against = imports().filter(
    ([from, to]) =>
      roomOf(from) === 'src/publish/serve' && /^src\/publish\/(?!(?:generations|rules)\/)/.test(to),
  );
  expect(against).toEqual([]);
});

test('no file is longer than 300 lines, and no style sheet longer than 350', () => {
  expect(
    files.map(lineCount).filter(([file, length]) => file.startsWith('src/') && length > 300),
  ).toEqual([]);
  expect(
    globSync('src/**/*.css')
      .map(lineCount)
      .filter(([, length]) => length > 350),
  ).toEqual([]);
});

/** Who makes requests by undici. */
const requesters = /^src\/(?:client\/|service\/events\/(?:network|attempt)\.ts$)/;

test('only client and deliveries to hooks speak undici, and only programs read the environment or exit', () => {
  const reach = files
    .filter((file) => file.startsWith('src/') && !isProgram(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      // What is handed on whole to another program is not read.
      const own = text.replaceAll(/\.\.\.(?:withoutSecrets|siteEnvironment)\(process\.env\)/g, '');
      return (
        /process\.(?:env|exit)\b/.test(own) ||
        (/from 'undici'/.test(text) && !requesters.test(file))
      );
    });
  expect(reach).toEqual([]);
});

test('no module is named with its ending, which a package compiles to another', () => {
  const named = files.filter(
    (file) =>
      /^(?:src|scripts)\//.test(file) &&
      /new URL\(\s*(['"`])[^'"`]*\.ts\1,|resolve\(\s*(['"`])\.[^'"`]*\.ts\2/.test(
        readFileSync(file, 'utf8'),
      ),
  );
  expect(named).toEqual([]);
});

test('a test runs or is not there: none is skipped', () => {
  const left = globSync('test/**/*.test.ts').filter((file) =>
    /\b(?:test|it|describe)\.(?:concurrent\.)?(?:skip|skipIf|runIf|todo|only|fails)\b/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(left).toEqual([]);
});

/** Every import of one file by another, as paths from the root. */
function imports(): [from: string, to: string][] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)(?:\?\w+)?'/g);
    return [...specifiers].map(([, specifier = '']): [string, string] => [
      file,
      normalize(join(dirname(file), specifier)),
    ]);
  });
}

function lineCount(file: string): [name: string, lines: number] {
  return [file, readFileSync(file, 'utf8').split('\n').length - 1];
}

test('a test that draws random cases says so in its name', () => {
  const tests = globSync('test/**/*.test.ts').filter((file) => !file.startsWith('test/e2e/'));
  const drawing = tests.filter((file) => /support\/fuzz-runs/.test(readFileSync(file, 'utf8')));
  expect(drawing.length).toBeGreaterThan(10);
  expect(drawing.filter((file) => !file.endsWith('.fuzz.test.ts'))).toEqual([]);
});
