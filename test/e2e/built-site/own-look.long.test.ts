// @module-tag soak

import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, type Project } from '../../../bench/support/project.ts';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { ownPath } from '../../../src/site/shell/head/own-pages.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { filesIn } from '../../support/files-in.ts';
import { loadJudges } from '../../support/judges.ts';
import { openReader } from '../../support/reader.ts';
import { inMemory } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { loadAxe, violationsOn } from './axe.ts';

// The bundled sample with every option for a look of its own.

const config: SiteConfigInput = {
  ...withoutCards,
  accent: '#2f6f4f',
  theme: {
    faces: { text: 'Georgia, serif', heading: 'Brand, Georgia, serif', code: '"Courier New"' },
    paper: { light: '#e3efe0', dark: '#0c2618' },
    ink: { light: '#10261a', dark: '#e6f2e2' },
    radius: '16px',
    width: { text: '44rem', page: '100rem' },
  },
  styles: './brand/brand.css',
  stylesheet: 'old.css',
  head: [
    { tag: 'meta', attributes: { name: 'verification', content: '"<&' } },
    { tag: 'script', content: "document.documentElement.dataset.brand = 'ran' && '<&'" },
    { tag: 'style', content: '.site-name > * { outline: 3px solid rgb(1, 2, 3) }' },
    { tag: 'script', attributes: { src: '/own.js', defer: true } },
  ],
  logo: { light: 'light.svg', dark: 'dark.svg' },
  favicon: ['light.svg', 'icon.png'],
  headerLinks: [{ text: 'About', href: '/about/' }],
  footerLinks: [
    { text: 'Team', href: '/about/team/' },
    { text: 'Bare', href: '/bare/' },
  ],
};

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>';
const files = {
  'site.config.ts': `export default ${JSON.stringify(config)};`,
  'brand/brand.css':
    '@import "./more.css";\n.page-title { background: url("./dot.svg") no-repeat right }',
  'brand/more.css':
    '@font-face { font-family: Brand; src: url("./brand.woff2") }\na { padding-block: 7px }',
  'brand/dot.svg': svg,
  'public/light.svg': svg,
  'public/dark.svg': svg,
  'public/icon.png': 'a picture',
  'public/own.js': "document.documentElement.dataset.own = 'ran';",
  'public/old.css': '.site-footer { border-block-start: 3px solid rgb(4, 5, 6) }',
  'pages/about.md':
    '---\ntitle: About\ndescription: Who we are\n---\n\n## *Us*\n\n![A dot](./dot.svg)\n',
  'pages/dot.svg': svg.replace('9 9', '8 8'),
  'pages/about/team.astro': `---
import Card from '../_parts/Card.astro';
export const frontmatter = { title: 'Team', description: 'Who is who' };
---
<h1 class="page-title">Team</h1>
<Card name="Ada" />
<script>document.documentElement.dataset.team = 'ran';</script>
`,
  'pages/_parts/Card.astro': `---
const { name } = Astro.props;
---
<p class="card">{name}</p>
<style>.card { outline: 3px solid rgb(7, 8, 9) }</style>
`,
  'pages/bare/index.md': '---\ntitle: Bare\n---\nText.\n',
};

let [browser, project]: [Browser, Project] = [] as never;
beforeAll(async () => {
  [browser, project] = await Promise.all([sharedBrowser(), copyProject(inMemory)]);
  for (const [path, text] of Object.entries(files)) await write(path, text);
  await cp(resolve('src/site/base/newsreader.woff2'), join(project.folder, 'brand/brand.woff2'));
  await build();
});
afterAll(() => project[Symbol.asyncDispose]());

const site = () => join(project.folder, 'dist');
const html = (path: string) => readFile(join(site(), path, 'index.html'), 'utf8');
const own = ['about/', 'about/team/', 'bare/'];
const some = ['', 'roadmap/', 'search/', 'upgrade/', 'subscribe/', ...own];

test('the policy allows all own files, axe finds nothing, and no page overflows', async () => {
  const found: string[] = [];
  await using reader = await openReader(browser, site(), {
    viewport: { width: 390, height: 900 },
    bypassCSP: false,
  });
  const { page, url, troubles } = reader;
  for (const [n, path] of some.entries()) {
    const colorScheme = n % 2 ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme });
    await page.goto(url + path);
    const logo = page.locator('.logo:visible');
    await logo.evaluate((one: HTMLImageElement) => one.decode());
    await loadAxe(page);
    for (const { id, nodes } of await violationsOn(page))
      found.push(`${path}, ${colorScheme}: ${id} ${nodes[0]?.html}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) found.push(`${path}: ${width} px`);
  }
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
}, 120_000);

test('all settings of the look show on the page', async () => {
  await using reader = await openReader(browser, site(), { colorScheme: 'dark' });
  const { page, url } = reader;
  await page.goto(`${url}about/team/`);
  const seen = await page.evaluate(() => {
    const of = (selector: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body);
    const shown = [...document.querySelectorAll<HTMLImageElement>('.logo')].filter(
      (logo) => getComputedStyle(logo).display !== 'none',
    );
    return {
      data: { ...document.documentElement.dataset },
      paper: of('body').backgroundColor,
      face: of('h1').fontFamily.split(',')[0],
      link: of('nav a').paddingBlockStart,
      footer: of('.site-footer').borderBlockStartColor,
      logoEdge: of('.site-name > *').outlineColor,
      card: of('.card').outlineColor,
      logos: shown.map((logo) => new URL(logo.src).pathname),
    };
  });
  expect(seen).toEqual({
    data: { brand: '<&', own: 'ran', team: 'ran', theme: '' },
    paper: 'rgb(12, 38, 24)',
    face: 'Brand',
    link: '7px',
    footer: 'rgb(4, 5, 6)',
    logoEdge: 'rgb(1, 2, 3)',
    card: 'rgb(7, 8, 9)',
    logos: ['/dark.svg'],
  });
  await page.locator('[data-theme-switch]').click();
  expect(await page.locator('.logo:visible').getAttribute('src')).toBe('/light.svg');
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(printed);
});

test('a feed in a browser has the colours and fonts of the site', async () => {
  await using reader = await openReader(browser, site(), { colorScheme: 'dark' });
  const { page, url } = reader;
  await page.goto(`${url}rss.xml`);
  const seen = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    const title = document.querySelector('channel > title') ?? document.documentElement;
    return {
      paper: root.backgroundColor,
      ink: root.color,
      text: root.fontFamily.split(',')[0],
      title: getComputedStyle(title).fontFamily.split(',')[0],
      accent: root.getPropertyValue('--accent'),
    };
  });
  expect(seen).toEqual({
    paper: 'rgb(12, 38, 24)',
    ink: 'rgb(230, 242, 226)',
    text: 'Georgia',
    title: 'Brand',
    accent: expect.stringContaining('#2f6f4f'),
  });
});

test('a header link is marked as current only on its own page', async () => {
  const marked = '<a href="/about/" aria-current="page">';
  for (const path of some)
    expect((await html(path)).includes(marked), path).toBe(path === 'about/');
});

test('own pages are valid and in the sitemap, with a canonical link and the site’s frame', async () => {
  const check = (await loadJudges()).htmlChecker({ 'doctype-style': 'off' });
  const sitemap = await readFile(join(site(), 'sitemap-0.xml'), 'utf8');
  for (const path of ['', ...own]) {
    const text = await html(path);
    expect(await check(text), path).toEqual([]);
    expect(sitemap).toContain(`<loc>https://example.com/${path}</loc>`);
    expect(text).toContain(`<link rel="canonical" href="https://example.com/${path}">`);
    const own = /<meta name="verification" content="([^"]*)">/.exec(text)?.[1];
    expect(own?.replace(/&#38;|&amp;/, '&')).toBe('&quot;<&');
    expect(text).toContain('class="site-footer"');
  }
  expect(await html('about/')).toContain('<meta name="description" content="Who we are">');
});

test('no link of own pages and of their frame is broken, and structured data are valid', async () => {
  await using reader = await openReader(browser, site());
  const { followLinks, structuredDataChecker } = await loadJudges();
  // `quality.long.test.ts` follows the links of the pages of releases, milestones and archives.
  const archives =
    /\/(?:releases|roadmap|labels|types|projects|upgrade|pre-releases|page|\d{4})\/./;
  const { links, broken } = await followLinks(reader.url, { except: archives });
  expect(broken).toEqual([]);
  expect(links).toContain(`${reader.url}about/team/`);
  const check = await structuredDataChecker();
  for (const path of some) expect(await check(await html(path)), path).toEqual([]);
});

test('feeds and the manifest use the configured icon, and no default icon is written', async () => {
  const { icons } = JSON.parse(await readFile(join(site(), 'manifest.webmanifest'), 'utf8'));
  expect(icons.map(({ src }: { src: string }) => src)).toEqual(['/light.svg', '/icon.png']);
  const feed = JSON.parse(await readFile(join(site(), 'feed.json'), 'utf8'));
  expect(feed.favicon).toBe('https://example.com/light.svg');
  for (const name of ['favicon.svg', 'favicon.ico'])
    expect(existsSync(join(site(), name))).toBe(false);
});

test('no own page can take the address of a folder of the site', async () => {
  const entries = await readdir(site(), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.length).toBeGreaterThan(8);
  for (const name of folders)
    if (!own.includes(`${name}/`)) expect(() => ownPath(`${name}.md`), name).toThrow();
});

const changed: [what: string, path: string, text: string | undefined][] = [
  ['a sheet that another imports', 'brand/more.css', 'a { color: maroon }'],
  ['a picture that a sheet names', 'brand/dot.svg', svg.replace('9 9', '7 7')],
  ['a page', 'pages/about.md', '---\ntitle: About\n---\n\nNew words.\n'],
  ['a part of a page', 'pages/_parts/Card.astro', '<p class="card">Somebody</p>'],
  ['code of Waymark', 'src/site/shell/more.ts', 'export {};\n'],
  ['a page that is new', 'pages/new.md', '---\ntitle: New\n---\n'],
  ['a page that goes', 'pages/bare/index.md', undefined],
  [
    'the theme',
    'site.config.ts',
    `export default ${JSON.stringify({ ...config, theme: { radius: '1px' } })};`,
  ],
];

test('each kind of change gives another fingerprint', async () => {
  const known = new Set([await fingerprint()]);
  for (const [what, path, text] of changed) {
    await write(path, text);
    const next = await fingerprint();
    expect(known, what).not.toContain(next);
    known.add(next);
  }
});

// Compiling takes long, so the site is only built once, after all changes, and only in the soak run.
test.each(process.env.SOAK_RUNS ? ['all'] : [])(
  'after changes of %s kinds, the site is the same as a full build',
  async () => {
    const before = await filesIn(site());
    await build();
    const after = await filesIn(site());
    expect(differing(before, after)).toEqual(
      expect.arrayContaining([
        ...['about/index.html', 'about/team/index.html', 'new/index.html', 'bare/index.html'],
        'colours.css',
      ]),
    );
    expect(after).not.toHaveProperty(['bare/index.html']);
    const sheets = Object.entries(after).filter(([path]) => path.endsWith('.css'));
    expect(sheets.filter(([, text]) => text.includes('maroon'))).not.toEqual([]);
    expect(Object.values(after).filter((text) => text.includes('0 0 7 7'))).not.toEqual([]);
    await build('--full');
    expect(differing(await filesIn(site()), after)).toEqual([]);
  },
  60_000,
);

type Invalid = [path: string, text: string, why: string];
const untitled: Invalid = ['pages/untitled.md', 'Text.', 'pages/untitled.md has no title'];
const invalid: Invalid[] = [
  ['pages/roadmap/mine.md', '---\ntitle: Mine\n---\n', "are Waymark's own"],
  [
    'pages/picture.md',
    '---\ntitle: Picture\n---\n\n![A dot](./gone.svg)\n',
    'stays.\npages/picture.md refers to ./gone.svg, which does not exist. Add the file, or change pages/picture.md.\n',
  ],
  // `own-pages.test.ts` tests this message in every run, without compiling the pages.
  ...(process.env.SOAK_RUNS ? [untitled] : []),
  ['brand/more.css', '@import "https://fonts.example/a.css";', 'names https://fonts.example/a.css'],
];

test.each(invalid)(
  'with an invalid %s the old site stays, and the build says why',
  async (path, text, why) => {
    const before = await filesIn(site());
    await write(path, text);
    const { code, stderr } = await tryBuild();
    await rm(join(project.folder, path));
    expect(stderr).toContain(why);
    expect(code).not.toBe(0);
    expect(await filesIn(site())).toEqual(before);
  },
);

function tryBuild(...args: string[]) {
  const env = { CONTENT_DIR: resolve('content'), SITE_URL: 'https://example.com' };
  return project.build(env, args);
}

async function build(...args: string[]): Promise<void> {
  const { code, stderr } = await tryBuild(...args);
  if (code !== 0) throw new Error(stderr);
}

/** Fingerprint of everything that pages depend on, computed by the project's own code. */
async function fingerprint(): Promise<string> {
  const url = pathToFileURL(join(project.folder, 'src/render/compile/fingerprint.ts'));
  const { fingerprintsOf }: typeof import('../../../src/render/compile/fingerprint.ts') =
    await import(url.href);
  const siteConfig = join(project.folder, 'site.config.ts');
  const settings = { siteUrl: 'https://example.com', basePath: '/', siteConfig };
  return (await fingerprintsOf(settings)).whole;
}

/** @param text undefined deletes the file */
async function write(path: string, text: string | undefined): Promise<void> {
  const file = join(project.folder, path);
  if (text === undefined) return rm(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function differing(one: Record<string, string>, other: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...paths].filter((path) => one[path] !== other[path]);
}
