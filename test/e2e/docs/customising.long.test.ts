import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, type Project } from '../../../bench/support/project.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { examplesIn } from '../../docs/examples.ts';
import { inMemory } from '../../support/temp-folder.ts';

// Follows all steps of docs/customising.md in a copy of the project, and builds it once.

const page = 'docs/customising.md';
const own = {
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'public/favicon.ico': 'an icon',
  'public/robots.txt': 'User-agent: *\n',
  'public/llms.txt': '# Ours\n',
  'public/share.png': 'a picture',
  'public/terms/index.html': '<h1>Terms</h1>',
  'public/.well-known/security.txt': 'Contact: mailto:security@acme.io\n',
};
let project: Project;

beforeAll(async () => {
  project = await copyProject(inMemory);
  for (const [path, text] of Object.entries({ ...own, ...shownFiles() })) await write(path, text);
  await addLanguage();
  // Drawing the cards would take as long as the rest of a build.
  await change('site.config.ts', 'export default {', 'export default {\n  show: { cards: false },');
  await build();
});
afterAll(() => project[Symbol.asyncDispose]());

async function build(): Promise<void> {
  const built = await project.build({ CONTENT_DIR: join(process.cwd(), 'content') });
  if (built.code !== 0) throw new Error(built.stderr);
}

const read = (path: string) => readFile(join(project.folder, path), 'utf8');

test.each(Object.entries(own))('copies %s into the site unchanged', async (path, text) => {
  expect(await read(path.replace('public/', 'dist/'))).toBe(text);
});

test('does not write a document that the maintainer provides, as the two would race', async () => {
  const [list = ''] = globSync(join(project.folder, '.cache/builds/*/output.json'));
  const { rows } = JSON.parse(await readFile(list, 'utf8'));
  const paths: string[] = rows.map(({ path }: { path: string }) => path);
  for (const path of ['llms-full.txt', 'llms.txt', 'share.png', 'favicon.ico'])
    expect(paths.filter((one) => one === path)).toEqual([path]);
  for (const path of ['llms.txt', 'share.png', 'favicon.ico'])
    expect(await read(`dist/${path}`)).toBe(await read(`public/${path}`));
});

test('puts the maintainer’s style sheet into the last layer of what every page loads', async () => {
  for (const path of [
    'index.html',
    'roadmap/index.html',
    'search/index.html',
    'about/index.html',
  ]) {
    const page = await read(`dist/${path}`);
    const sheets = [...page.matchAll(/<link rel="stylesheet" href="\/([^"]*)"/g)];
    const texts = await Promise.all(sheets.map(([, sheet]) => read(`dist/${sheet}`)));
    expect(texts[0], path).toMatch(/^@layer waymark,settings,brand;/);
    expect(texts.join(''), path).toMatch(/@layer brand \{.*\.site-footer \{\s*border-block-start/s);
  }
  expect(await read('dist/colours.css')).toContain('--paper:light-dark(#e3efe0,#0c2618);');
});

test('has the maintainer’s links and pages', async () => {
  const home = await read('dist/index.html');
  expect(home).toContain('<a href="/about/">About</a>');
  expect(home).toContain('<a href="mailto:changelog@acme.io">Write to us</a>');
  const about = await read('dist/about/index.html');
  expect(about).toContain('<title>About · Waymark</title>');
  expect(about).toContain('/about/"');
  expect(await read('dist/imprint/index.html')).toContain('<strong>Acme</strong>, Main Street 1.');
});

test('a page of the maintainer lists the three newest releases through a live collection', async () => {
  const files = await Promise.all(
    globSync('content/releases/*.json').map((file) => readFile(file, 'utf8')),
  );
  const newest = files
    .map((text): ReleaseEntry => JSON.parse(text))
    .sort((one, other) => (one.released_at < other.released_at ? 1 : -1))
    .slice(0, 3);
  const page = await read('dist/newest/index.html');
  const listed = page.matchAll(/<li><a href="\/releases\/([\w-]+)\/">([^<]+)<\/a>/g);
  expect(Array.from(listed, ([, slug, title]) => [slug, title])).toEqual(
    newest.map(({ slug, title }) => [slug, title]),
  );
});

test('a damaged file fails the build, and pages that ask for it keep their old state', async () => {
  const content = join(project.folder, 'content');
  await cp('content', content, { recursive: true });
  const [file = ''] = globSync(join(content, 'releases/*.json'));
  await writeFile(file, '{}');
  const before = await read('dist/newest/index.html');
  const { code, stderr } = await project.build({ CONTENT_DIR: content });
  expect(code).toBe(1);
  expect(stderr).toContain(`The old site stays.\n${file} is damaged, or was not written by sync`);
  expect(await read('dist/newest/index.html')).toBe(before);
  await rm(content, { recursive: true });
});

test('uses the added language', async () => {
  const home = await read('dist/index.html');
  expect(home).toContain('<html lang="qaa-CH"');
  expect(home).toContain('Nouveautés');
});

test('picks up changed files, and restores its own when the maintainer’s are removed', async () => {
  await write('public/terms/index.html', '<h1>New terms</h1>');
  await write('public/subscribe/index.html', '<h1>By letter</h1>');
  await build();
  expect(await read('dist/terms/index.html')).toBe('<h1>New terms</h1>');
  expect(await read('dist/subscribe/index.html')).toBe('<h1>By letter</h1>');
  await rm(join(project.folder, 'public/robots.txt'));
  for (const name of ['terms', 'subscribe'])
    await rm(join(project.folder, 'public', name), { recursive: true });
  await build();
  expect(await read('dist/robots.txt')).toContain('Sitemap:');
  expect(await read('dist/subscribe/index.html')).toContain('/rss.xml');
  expect(existsSync(join(project.folder, 'dist/terms/index.html'))).toBe(false);
});

/** The files that the page shows, by the path in the first line of each. */
function shownFiles(): Record<string, string> {
  const all = ['ts', 'css', 'astro', 'md'].flatMap((language) => examplesIn(page, language));
  return Object.fromEntries(
    all.map((text) => [/^(?:\/\/|\/\*|#) (\S+)/m.exec(text)?.[1] ?? '', text]),
  );
}

/**
 * Follows "Another language" with a single French word; the code qaa is reserved for private use
 * (ISO 639-2).
 */
async function addLanguage(): Promise<void> {
  const folder = 'src/site/base/strings/languages';
  const messages = { ...JSON.parse(await read(`${folder}/de.json`)), changelog: 'Nouveautés' };
  await write(`${folder}/qaa.json`, JSON.stringify(messages));
  const list = `${folder}/languages.ts`;
  await change(list, /(const spoken[^=]* = \{[^}]*)\}/, '$1  qaa: another,\n}');
  await change(list, /^/, "import another from './qaa.json' with { type: 'json' };\n");
  await change('site.config.ts', 'export default {', "export default {\n  locale: 'qaa-CH',");
}

async function change(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await read(path);
  const changed = text.replace(from, to);
  expect(changed, `${path} has no ${from}`).not.toBe(text);
  await write(path, changed);
}

async function write(path: string, text: string): Promise<void> {
  const file = join(project.folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
