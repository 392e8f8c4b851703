// @module-tag soak

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateDataSet } from '../../../bench/support/generate.ts';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { waitForLock } from '../../../src/lib/files/lock.ts';
import { ownFilesName } from '../../../src/publish/generations/own-files.ts';
import { filesIn } from '../../support/files-in.ts';
import { randomFrom } from '../../support/random-from.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Project, startProject } from './project.ts';

// Builds with the compiled pages of the package, in a project without Astro and Vite.

const absent = ['astro', 'vite', 'esbuild', 'rolldown', 'pg', '@aws-sdk'];
let project: Project;
/** File to which every process writes the addresses of the modules that it loads. */
let record: string;
let env: Record<string, string>;

beforeAll(async () => {
  project = await startProject({}, 'project', absent);
  record = join(project.around, 'loaded.txt');
  const recorder = join(project.around, 'recorder.mjs');
  await writeFile(
    recorder,
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const record = ${JSON.stringify(record)};
registerHooks({ load: (url, context, next) => (appendFileSync(record, url + '\\n'), next(url, context)) });
`,
  );
  env = {
    ...{ NODE_OPTIONS: `--import=${recorder}`, SITE_CONFIG: 'site.config.ts' },
    CONTENT_DIR: resolve('content'),
  };
  for (const file of packaged()) chmodSync(file, 0o555);
}, 600_000);
afterAll(async () => {
  for (const file of packaged()) chmodSync(file, 0o755);
  await project[Symbol.asyncDispose]();
});

const packaged = () => {
  const place = join(project.path, 'node_modules/waymark');
  return [place, ...globSync('{bin,compiled}/**', { cwd: place }).map((one) => join(place, one))];
};
const stamps = () => packaged().map((file) => `${file} ${statSync(file).mtimeMs}`);

async function build(config: SiteConfigInput, more: Record<string, string> = {}) {
  await writeFile(
    join(project.path, 'site.config.ts'),
    `export default ${JSON.stringify(config)};`,
  );
  const built = await project.waymark(['build', '--quiet'], { ...env, ...more });
  expect(built, JSON.stringify(config)).toMatchObject({ code: 0 });
  return filesIn(join(project.path, 'dist'));
}

test('a first build loads no compiler, whatever the settings are, and leaves the package as it is', async () => {
  await mkdir(join(project.path, 'brand'), { recursive: true });
  await writeFile(join(project.path, 'brand/dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(
    join(project.path, 'brand/brand.css'),
    '.page-title { background: url("./dot.svg") }',
  );
  const before = stamps();
  const files = await build(
    {
      ...{ locale: 'de', accent: '#2f6f4f', styles: './brand/brand.css' },
      theme: { paper: { light: '#e3efe0', dark: '#0c2618' } },
      analytics: { script: 'https://stats.example/count.js' },
      head: [{ tag: 'script', content: 'window.own = 1' }],
    },
    { BASE_PATH: '/notes/' },
  );
  const loaded = await readFile(record, 'utf8');
  expect(loaded).toContain('/compiled/renderer/server/prerender-entry.mjs');
  expect(loaded).toContain('/sharp/');
  expect(loaded.match(/\/node_modules\/(?:\.pnpm\/)?(?:astro|vite|esbuild|rolldown)\/.*/)).toBe(
    null,
  );
  const home = files['index.html'] ?? '';
  expect(home).toContain('src="/notes/_astro/SiteHeader');
  expect(home).toMatch(/script-src 'self' https:\/\/stats\.example 'sha256-/);
  const [, sheet = ''] = /href="\/notes\/(_astro\/brand\.\w{8}\.css)"/.exec(home) ?? [];
  expect(files[sheet]).toMatch(
    /^@layer brand \{\s*\.page-title \{ background: url\("dot\.\w{8}\.svg"\) \}\s*\}\n$/,
  );
  expect(stamps()).toEqual(before);
});

test('the compiled pages import only packages that a project always has', async () => {
  const { dependencies } = JSON.parse(
    await readFile(join(project.path, 'node_modules/waymark/package.json'), 'utf8'),
  );
  const server = join(project.path, 'node_modules/waymark/compiled/renderer/server');
  const imported = globSync('**/*.mjs', { cwd: server }).flatMap((file) => {
    const text = readFileSync(join(server, file), 'utf8');
    const names = text.matchAll(
      /^(?:import|export) .*?["']([^"'.][^"']*)["'];$|import\("([^".]+)"\)/gm,
    );
    return [...names].map(([, one = '', other]) => other ?? one);
  });
  expect(imported).toContain('sharp');
  const nameOf = (id: string) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '';
  const unknown = imported.filter((id) => !isBuiltin(id) && !(nameOf(id) in dependencies));
  expect(unknown).toEqual([]);
  const texts = globSync('**/*.mjs', { cwd: server }).map((f) =>
    readFileSync(join(server, f), 'utf8'),
  );
  expect(texts.filter((text) => text.includes(resolve('.')))).toEqual([]);
});

test('what needs a package that is missing names it and the command that installs it', async () => {
  const missing = async (args: string[], more: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await project.waymark(args, { ...env, ...more });
    expect(code).toBe(2);
    return `${stdout}${stderr}`;
  };
  await writeFile(join(project.path, 'site.config.ts'), 'export default {};');
  const astro = /Run: npm install astro@\^7\.\d/;
  const pg = /The package pg is not installed, but DATABASE_URL needs it\.\s.*npm install pg@\^8/;
  const s3 = /PUBLISH_BUCKET needs it\.\s.*npm install @aws-sdk\/client-s3@3\./;
  const database = { DATABASE_URL: 'postgres://localhost:1/a' };
  expect(await missing(['dev'])).toMatch(astro);
  expect(await missing(['service', 'keys', 'list'], database)).toMatch(pg);
  const bucket = { PUBLISH_BUCKET: 'changelog', BUCKET_REGION: 'eu-west-1' };
  await mkdir(join(project.path, 'pages'));
  await writeFile(join(project.path, 'pages/about.md'), '---\ntitle: About\n---\n');
  try {
    const built = await missing(['build']);
    expect(built).toContain(
      'astro is not installed, but a page of your own (pages/about.md) needs it.',
    );
    expect(built).toMatch(astro);
    const found = await missing(['doctor'], { ...database, ...bucket });
    for (const one of [/astro is not installed, but pages\/ needs it/, pg, s3])
      expect(found).toMatch(one);
  } finally {
    await rm(join(project.path, 'pages'), { recursive: true });
  }
});

const [rounds, generated] = process.env.SOAK_RUNS ? [20, 1_000] : [2, 100];

test.each(
  Array.from({ length: rounds }, (_, seed) => [
    { seed, content: 'the sample' },
    { seed, content: 'generated releases' },
  ]).flat(),
)(
  'with random settings $seed, the site of $content is the same as one that Astro compiles and renders',
  async ({ seed, content }) => {
    const random = randomFrom(seed);
    const own = {
      ...{ SITE_URL: 'https://acme.example', BASE_PATH: pick(random, ['/', '/notes', '/a/b.c/']) },
      SITE_CONFIG: join(project.path, 'site.config.ts'),
      CONTENT_DIR: content === 'the sample' ? resolve('content') : await syncGenerated(),
    };
    const { [ownFilesName]: _list, ...files } = await build(randomConfig(random), own);
    // Astro moves files from the checkout to the output, which only works on the same disk.
    await mkdir('.cache', { recursive: true });
    await using temp = await tempFolder(resolve('.cache'));
    const outDir = join(temp.path, 'dist');
    using _lock = await waitForLock(resolve('.cache/renderers.lock'), '', {});
    await promisify(execFile)(
      process.execPath,
      [resolve('node_modules/astro/bin/astro.mjs'), 'build'],
      {
        env: {
          ...process.env,
          ...{ NODE_ENV: 'production', BASE_URL: undefined },
          ...{ ...own, OUT_DIR: outDir },
        },
      },
    );
    expect(files).toEqual(await filesIn(outDir));
  },
);

/** Syncs generated releases, unless they were before, and returns their content folder. */
async function syncGenerated(): Promise<string> {
  const CONTENT_DIR = join(project.around, 'generated');
  if (existsSync(CONTENT_DIR)) return CONTENT_DIR;
  const file = (name: string) => join(project.path, name);
  await writeFile(file('generated.json'), JSON.stringify(generateDataSet(generated)));
  const workspace = { id: 'generated', name: 'Generated', url: 'https://acme.example' };
  // JSON is YAML too.
  const sources = JSON.stringify({ workspace, sources: [{ dataset: 'generated.json' }] });
  await writeFile(file('sources.yaml'), sources);
  const synced = await project.waymark(['sync'], { CONTENT_DIR });
  expect(synced).toMatchObject({ code: 0 });
  return CONTENT_DIR;
}

function randomConfig(random: () => number): SiteConfigInput {
  const is = () => random() < 0.5;
  const colour = () =>
    `#${Math.floor(random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`;
  const script = { tag: 'script', content: `window.own = ${random()}` } as const;
  const sheet = { rel: 'stylesheet', href: 'https://fonts.example/a.css' };
  const [roadmap, search, upgrade, widget, digests] = Array.from({ length: 5 }, is);
  return {
    locale: pick(random, ['en-GB', 'de', 'fr', 'ar', 'ja']),
    timeZone: pick(random, ['UTC', 'Europe/Berlin', 'Asia/Tokyo']),
    accent: colour(),
    theme: {
      ink: { light: pick(random, ['#10261a', '#101018']) },
      radius: '3px',
      ...(is() && { faces: { text: 'Georgia' } }),
    },
    pageSize: 5 + Math.floor(random() * 20),
    head: [
      ...(is() ? [script] : []),
      ...(is() ? [{ tag: 'link', attributes: sheet } as const] : []),
    ],
    ...(is() && {
      analytics: { script: 'https://a.example/s.js', connect: ['https://b.example'] },
    }),
    show: { cards: false, roadmap, search, upgrade, widget, digests },
  };
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}
