import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, type Project } from '../../../bench/support/project.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { assetName } from '../../../src/store/assets.ts';
import { releaseEntry } from '../../support/entries.ts';
import { filesIn } from '../../support/files-in.ts';
import { inMemory } from '../../support/temp-folder.ts';
import { palettePng } from '../../sync/pictures.ts';
import { showFewerCards, writeWorld } from '../incremental/site-of-world.ts';
import { firstWorld } from '../incremental/world.ts';
import { builtSite } from './build.ts';

/** Titles without any letter that the fonts contain; they get no card. */
const undrawn = [
  'تحسينات في سرعة البحث',
  'חיפוש מהיר',
  '更快的搜索',
  '検索 2.0',
  '🎉🎉🎉',
  '\u0007\u0000',
];
const titles = [
  ...['Faster search', 'X', 'Größere Änderungen für Überprüfungen', 'Tìm kiếm nhanh hơn, łódź'],
  ...[
    'Быстрый поиск и 12 исправлений',
    'Ταχύτερη αναζήτηση',
    '🚀 Ship it 🎉',
    'A 👩🏽‍💻 beside 🇩🇪',
  ],
  ...['A title that goes on and on '.repeat(10).slice(0, 255), 'unbroken'.repeat(32).slice(0, 255)],
  ...[
    'W'.repeat(255),
    'Controls \u0000 and \u202e turns',
    '<b>Markup</b> & "quotes"',
    '\u00a0 spaces \t\n',
  ],
  ...undrawn,
];

/** Number of cards on the sites, larger than the page size of their lists. */
const most = 20;

let project: Project;
beforeAll(async () => {
  project = await copyProject(inMemory);
  await showFewerCards(project, most);
});
afterAll(() => project[Symbol.asyncDispose]());

test('twenty titles give cards of 1200 × 630 pixels under 80 kB, each drawn once', async () => {
  expect(titles.length).toBe(20);
  const world = firstWorld();
  world.releases = titles.map((title, n) =>
    releaseEntry(`r-${n}`, { title, version: `1.${n}.0`, project: 'p-0', is_pre_release: n === 3 }),
  );
  const env = await writeWorld(project, 'world', world);
  const outDir = join(project.folder, 'titles');
  const build = (args: string[] = []) => project.build({ ...env, OUT_DIR: outDir }, args);

  const first = await build();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout.split('\n')[0]).toMatch(/^6 releases have no card, .*, 3 more\.$/);
  for (const [n, title] of titles.entries()) {
    const image = await imageOf(outDir, `r-${n}`);
    if (undrawn.includes(title)) expect(image).toBe(paths.shareImage());
    else expect(image).toMatch(new RegExp(`^cards/r-${n}\\.[\\da-f]{8}\\.jpg$`));
    const bytes = await readFile(join(outDir, image));
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height], title).toEqual([1200, 630]);
    expect(bytes.length, title).toBeLessThan(80_000);
  }

  const cards = join(project.folder, '.cache/cards');
  const drawn = await inodesIn(cards);
  // Two more files: the picture and the icon of the site itself.
  expect(drawn.size).toBe(titles.length - undrawn.length + 2);
  const before = await filesIn(outDir);
  expect(await build(['--full'])).toMatchObject({ code: 0, stderr: '' });
  expect(await inodesIn(cards)).toEqual(drawn);
  expect(await filesIn(outDir)).toEqual(before);

  // When an entry changes, a new card is drawn and the old one is removed from the site.
  const [one] = world.releases;
  if (one) Object.assign(one, { title: 'Even faster search', body: '<p>More</p>' });
  await writeWorld(project, 'world', world);
  expect(await build()).toMatchObject({ code: 0 });
  const after = Object.keys(await filesIn(outDir)).filter((path) => path.startsWith('cards/'));
  const gone = Object.keys(before).filter(
    (path) => path.startsWith('cards/') && !after.includes(path),
  );
  expect(gone).toEqual([expect.stringMatching(/^cards\/r-0\./)]);
  expect((await inodesIn(cards)).size).toBe(drawn.size + 1);
}, 300_000);

test('a site with cards switched off has no trace of them', async () => {
  const plain = await filesIn(await builtSite('english', {}));
  expect(Object.entries(plain).filter(([path, text]) => /cards\//.test(path + text))).toEqual([]);
}, 120_000);

test('a new release takes the card of the oldest, with the same result as a full build', async () => {
  const world = firstWorld();
  const released = (n: number) =>
    releaseEntry(`r-${n}`, { released_at: new Date(Date.UTC(2024, 0, 1 + n)).toISOString() });
  world.releases = Array.from({ length: most }, (_, n) => released(n));
  const outDir = join(project.folder, 'dist');
  const build = async (args: string[] = []) => {
    const env = await writeWorld(project, 'world', world);
    expect(await project.build({ ...env, OUT_DIR: outDir }, args)).toMatchObject({
      code: 0,
      stderr: '',
    });
    return filesIn(outDir);
  };
  const cardsIn = (files: Record<string, string>) =>
    Object.keys(files).filter((path) => path.startsWith('cards/'));

  const before = await build();
  expect(cardsIn(before).length).toBe(most);
  // There are enough releases that the oldest is no neighbour of the new one: its page can only
  // change because of the card.
  world.releases.push(released(most));
  const after = await build();
  expect(cardsIn(after).length).toBe(most);
  expect(await imageOf(outDir, 'r-0')).toBe(paths.shareImage());
  expect(await imageOf(outDir, `r-${most}`)).toMatch(new RegExp(`^cards/r-${most}\\.`));
  expect(await build(['--full'])).toEqual(after);
}, 300_000);

test('a card is redrawn when its damaged picture is repaired', async () => {
  const world = firstWorld();
  const picture = await palettePng();
  const file = assetName(picture, 'png');
  const asset = { file, width: 8, height: 4, bytes: picture.length };
  world.releases = [releaseEntry('r-0', { hero: { type: 'image', asset } })];
  const outDir = join(project.folder, 'pictured');
  const written = await writeWorld(project, 'pictured', world);
  const env = { ...written, OUT_DIR: outDir };
  const assets = join(written.CONTENT_DIR ?? '', 'assets');
  await mkdir(assets);
  const cardWith = async (bytes: Uint8Array) => {
    await writeFile(join(assets, file), bytes);
    expect(await project.build(env)).toMatchObject({ code: 0, stderr: '' });
    return readFile(join(outDir, await imageOf(outDir, 'r-0')));
  };
  const damaged = await cardWith(picture.subarray(0, 40));
  const whole = await cardWith(picture);
  expect(whole).not.toEqual(damaged);
  await rm(join(project.folder, '.cache/cards'), { recursive: true });
  expect(await project.build(env, ['--full'])).toMatchObject({ code: 0 });
  expect(await readFile(join(outDir, await imageOf(outDir, 'r-0')))).toEqual(whole);
}, 300_000);

/** Path of the sharing picture on a release's page, below the base. */
async function imageOf(outDir: string, slug: string): Promise<string> {
  const html = await readFile(join(outDir, `${paths.release(slug)}index.html`), 'utf8');
  const [, url = ''] =
    /<meta property="og:image" content="https:\/\/example.com\/([^"]+)"/.exec(html) ?? [];
  return url;
}

/** Inode of each file, which changes when a file is written again. */
async function inodesIn(folder: string): Promise<Map<string, number>> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await stat(join(folder, name))).ino] as const),
    ),
  );
}
