import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findOwnStyles } from '../../src/config/own-styles.ts';
import { tempFolder } from '../support/temp-folder.ts';

async function startSheets(sheets: Record<string, string>) {
  const temp = await tempFolder();
  for (const [name, text] of Object.entries(sheets)) {
    await mkdir(dirname(join(temp.path, name)), { recursive: true });
    await writeFile(join(temp.path, name), text);
  }
  return {
    at: (name: string) => join(temp.path, name),
    read: (...names: string[]) => findOwnStyles(names, join(temp.path, 'site.config.ts')),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('lists every file that a style sheet uses, even with circular imports', async () => {
  await using it = await startSheets({
    'brand.css':
      '@import "./sheets/more.css" screen; @import url(other.css); a { background: url("./a.svg#top") }',
    'sheets/more.css': "@import '../brand.css'; @font-face { src: url('./face.woff2?v=1') }",
    'other.css':
      '/* url(https://x.example/a.png) */ b { mask: url(#part); cursor: url(/in-public.svg) }',
    'sheets/face.woff2': 'a face',
    'a.svg': 'a picture',
  });
  const { sheets, files } = it.read('./brand.css');
  expect(sheets).toEqual([it.at('brand.css')]);
  expect(files).toEqual(
    ['a.svg', 'brand.css', 'other.css', 'sheets/face.woff2', 'sheets/more.css'].map(it.at),
  );
});

test('leaves imports from packages to the bundler', async () => {
  await using it = await startSheets({
    'brand.css': '@import "@fontsource/newsreader/index.css";',
  });
  expect(it.read('brand.css').files).toEqual([it.at('brand.css')]);
});

test('names every file and address that pages would not load', async () => {
  await using it = await startSheets({
    'brand.css': '@import url("https://fonts.example/a.css"); @import "./more.css";',
    'more.css':
      'a { background: URL( //x.example/a.png ) } b { mask: url(data:image/svg+xml,x) } c { cursor: url(./gone.svg) }',
  });
  const read = () => it.read('./brand.css', './gone.css');
  expect(read).toThrow(`  ${it.at('gone.css')} does not exist`);
  for (const [sheet, address] of [
    ['brand.css', 'https://fonts.example/a.css'],
    ['more.css', '//x.example/a.png'],
    ['more.css', 'data:image/svg+xml,x'],
    ['more.css', './gone.svg'],
  ] as const)
    expect(read).toThrow(`  ${it.at(sheet)} names ${address}: `);
  expect(read).toThrow('put it beside the style sheet or into public/');
});
