import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
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
  'src/layouts': ['components', 'site', 'model', 'styles'],
  'src/pages': ['store', 'site', 'feeds', 'layouts', 'components', 'config', 'model'],
  'src/content.config.ts': ['store', 'model'],
  'src/env.d.ts': ['integration'],
  'src/integration': [
    ...['store', 'site', 'feeds', 'layouts', 'components', 'styles', 'config', 'model', 'lib'],
  ],
  'src/publish': ['model', 'lib'],
  'src/build': ['pages', 'site', 'store', 'publish', 'config', 'model', 'lib'],
  'src/serve': ['publish', 'model', 'lib'],
  'src/webhook': ['config', 'model', 'lib'],
  'src/deploy': [
    ...['sync', 'build', 'publish', 'store', 'webhook', 'client', 'config', 'model', 'lib'],
  ],
  'src/review': ['sync', 'store', 'model', 'lib'],
  'src/service': ['config', 'model', 'lib'],
  bench: ['*'],
  bin: [],
  scripts: ['*'],
  'test/support': ['bin', 'serve', 'model', 'lib'],
};

/** The wings of rooms, lowest first: one imports from those before it alone. `.` is the room itself. */
const wings: Record<string, readonly string[]> = {
  'src/model': ['.', 'api', 'content'],
  'src/lib': ['.', 'text', 'time', 'files', 'http', 'metrics', 'database', 'processes'],
  'src/client': ['.', 'github'],
  'src/convert': ['past', 'markdown', 'text', 'changelog', 'github', 'changesets'],
  'src/store': ['.', 'write', 'read'],
  'src/sync': [
    ...['parse', 'assets'],
    ...['html/parse', 'html/media', 'html/code', 'html/sanitise', 'html'],
    ...['prepare', 'read/windows', 'read', 'plan', 'report', 'by-id', '.'],
  ],
  'src/site': [
    ...['strings', 'strings/languages', 'base', 'cards', 'html', 'news', 'changelog'],
    ...['filters', 'roadmap', 'subscribe', 'search', 'search/write', 'search/read'],
    ...['upgrade', 'head', '.'],
  ],
  'src/feeds': ['items', 'formats', 'markdown', '.'],
  'src/components': [
    'shell',
    'news',
    'changelog',
    'filters',
    'roadmap',
    'subscribe',
    'search',
    'upgrade',
  ],
  'src/pages': [
    '.',
    'assets',
    'cards',
    'releases',
    'roadmap',
    'search',
    'subscribe',
    'upgrade',
    'widget',
  ],
  'src/integration': ['frame', 'styles', 'mount', 'checks', '.'],
  'src/publish': ['generations', 'rules', 'staging', 'bucket/store', 'bucket', '.'],
  'src/build': ['render', 'compile', 'output', '.', 'processes'],
  'src/deploy': ['.', 'bucket', 'doctor', 'resident', 'processes'],
  'src/webhook': ['.', 'verify', 'inbox', 'schedule', 'act', 'metrics', 'http'],
  'src/service': [
    ...['database', 'database/migrations', 'database/migrations/sqlite'],
    ...['database/migrations/postgres', 'database/sqlite', 'database/postgres'],
    ...['events', 'resources', 'resources/subscribers', 'resources/releases', 'resources/kinds'],
    ...['keys', 'http', 'documentation', 'endpoints', 'data-set', 'data-set/doubts'],
    ...['data-set/prune'],
    ...['copy', 'backup', 'health', '.'],
  ],
  bench: ['support', '.', 'peers/eleventy'],
  bin: ['init', '.'],
  scripts: ['terminal', 'demo', 'service', 'service/kinds', 'convert', 'package', '.'],
  'test/support': ['run', '.', 'postgres', 's3'],
};

/** What a folder holds beside style sheets before it wants walls. */
const roomiest = 16;

const files = globSync('{src,bin,scripts,bench,test/support}/**/*.{ts,astro,cjs,mjs}').sort();
const roomOf = (file: string) =>
  Object.keys(arrows).find((room) => file === room || file.startsWith(`${room}/`)) ?? '';
const wingOf = (file: string) => relative(roomOf(file), dirname(file)) || '.';

/** Programs that builds and runs start beside themselves: they are their own edge. */
const isProgram = (file: string) =>
  /^src\/(?:build|deploy)\/processes\//.test(file) ||
  file === 'src/lib/processes/bound-to-parent.ts';

test('every file lives in a room, and in a wing where the room has some', () => {
  expect(files.length).toBeGreaterThan(400);
  const homeless = files.filter((file) => {
    const room = roomOf(file);
    return room === '' || !(wings[room] ?? ['.']).includes(room === file ? '.' : wingOf(file));
  });
  expect(homeless).toEqual([]);
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

test('imports within a room lead to lower wings', () => {
  const against = imports().filter(([from, to]) => {
    const room = roomOf(from);
    const order = wings[room] ?? ['.'];
    return room === roomOf(to) && order.indexOf(wingOf(from)) < order.indexOf(wingOf(to));
  });
  expect(against).toEqual([]);
});

test('the web server knows generations and their rules alone of what is published', () => {
  const against = imports().filter(
    ([from, to]) =>
      roomOf(from) === 'src/serve' && /^src\/publish\/(?!(?:generations|rules)\/)/.test(to),
  );
  expect(against).toEqual([]);
});

test(`no folder holds more than ${roomiest} files of source`, () => {
  const sizes = Map.groupBy(files, dirname);
  const full = [...sizes].filter(
    ([folder, { length }]) => length > roomiest && !folder.startsWith('src/pages'),
  );
  expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});

test('no file is longer than 200 lines, half of them at most 50, and no style sheet longer than 350', () => {
  const lengths = files.filter((file) => file.startsWith('src/')).map(lineCount);
  const sheets = globSync('src/**/*.css');
  expect(lengths.filter(([, length]) => length > 200)).toEqual([]);
  expect(
    lengths.map(([, length]) => length).sort((a, b) => a - b)[lengths.length >> 1],
  ).toBeLessThanOrEqual(50);
  expect(sheets.map(lineCount).filter(([, length]) => length > 350)).toEqual([]);
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
  return [`${dirname(file)}/${basename(file)}`, readFileSync(file, 'utf8').split('\n').length - 1];
}

test('a test that draws random cases says so in its name', () => {
  const tests = globSync('test/**/*.test.ts').filter((file) => !file.startsWith('test/e2e/'));
  const drawing = tests.filter((file) => /support\/fuzz-runs/.test(readFileSync(file, 'utf8')));
  expect(drawing.length).toBeGreaterThan(10);
  expect(drawing.filter((file) => !file.endsWith('.fuzz.test.ts'))).toEqual([]);
});
