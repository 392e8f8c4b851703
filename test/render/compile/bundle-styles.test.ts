import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleStyles } from '../../../src/render/compile/bundle-styles.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Bundles `a.css`, and returns the sheet without line breaks and digests. */
async function bundled(files: Record<string, string>, ...others: string[]) {
  await using temp = await tempFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(temp.path, name)), { recursive: true });
    await writeFile(join(temp.path, name), text);
  }
  const config = join(temp.path, 'site.config.ts');
  const { sheets, files: written } = await bundleStyles(['./a.css', ...others], config);
  const [path = ''] = sheets;
  expect(path).toMatch(/^_astro\/brand\.[0-9a-f]{8}\.css$/);
  const text = Buffer.from(written.get(path) ?? []).toString();
  const plain = (name: string) => name.replace(/\.[0-9a-f]{8}(?=\.)/g, '');
  return {
    text: plain(text.replace(/\s+|(?<=\{)(?=\S)/g, ' ').trim()),
    names: [...written.keys()].map(plain),
  };
}

test('there is no sheet without style sheets', async () => {
  expect(await bundleStyles([], 'site.config.ts')).toEqual({ sheets: [], files: new Map() });
});

test('imports are part of the sheet, with their conditions', async () => {
  const { text } = await bundled({
    'a.css': `@charset "utf-8"; @import "b/b.css"; @import url(c.css) layer(own) supports(selector(:has(a))) screen and (width > 9px); @import 'd.css' layer; a { color: red }`,
    'b/b.css': '@import "../a.css"; b { color: blue }',
    'c.css': 'i { color: tan }',
    'd.css': 'u { color: teal }',
  });
  expect(text).toBe(
    '@layer brand { b { color: blue } @media screen and (width > 9px) { @supports (selector(:has(a))) { @layer own { i { color: tan } } } } @layer { u { color: teal } } a { color: red } }',
  );
});

test('fonts and pictures are files beside the sheet, whatever folder they are from', async () => {
  const { text, names } = await bundled({
    'a.css':
      '@import "sheets/b.css"; a { background: image-set("p.svg" 1x, url(p.svg?v=1#top) 2x); content: "p.svg" }',
    'sheets/b.css': '@font-face { src: url("./f.woff2") format("woff2"), url(#x), url(/p.svg) }',
    'sheets/f.woff2': 'a font',
    'p.svg': '<svg/>',
  });
  expect(text).toBe(
    '@layer brand { @font-face { src: url("f.woff2") format("woff2"), url(#x), url(/p.svg) } a { background: image-set("p.svg" 1x, url(p.svg#top) 2x); content: "p.svg" } }',
  );
  expect(names).toEqual(['_astro/p.svg', '_astro/f.woff2', '_astro/brand.css']);
});

test('a sheet of an installed package is found, and a sheet of public/ stays an import', async () => {
  const { text, names } = await bundled({
    'a.css': '@import "acme-theme/dark.css"; @import "/own.css" layer(x) print;',
    'node_modules/acme-theme/package.json': '{"exports":{"./*.css":"./css/*.css"}}',
    'node_modules/acme-theme/css/dark.css': 'a { mask: url(./m.svg) }',
    'node_modules/acme-theme/css/m.svg': '<svg/>',
  });
  expect(text).toBe(
    '@import "/own.css" layer(brand.x) print; @layer brand { a { mask: url(m.svg) } }',
  );
  expect(names).toEqual(['_astro/m.svg', '_astro/brand.css']);
});

test('names every file and address that pages would not load', async () => {
  const files = {
    'a.css':
      '@import url("https://fonts.example/a.css"); @import "./more.css"; @import "no/a.css";',
    'more.css':
      'a { background: URL( //x.example/a.png ) } b { mask: url(data:image/svg+xml,x) } c { cursor: url(./gone.svg) }',
  };
  const message = await bundled({ ...files, 'bad.css': 'a {\n' }, './gone.css', './bad.css').catch(
    (error) => String(error),
  );
  expect(message).toMatch(/^ {2}\S*gone\.css does not exist$/m);
  for (const [sheet, address] of [
    ['a.css', 'https://fonts.example/a.css'],
    ['a.css', 'no/a.css'],
    ['more.css', '//x.example/a.png'],
    ['more.css', 'data:image/svg+xml,x'],
    ['more.css', './gone.svg'],
  ])
    expect(message).toContain(`${sheet} names ${address}: `);
  expect(message).toMatch(/bad\.css:1:1: Unclosed block$/m);
  expect(message).toContain('put it beside the style sheet or into public/');
});
