import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { pictureFolder } from '../../../src/render/output/picture-cache.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { assetName } from '../../../src/store/assets.ts';
import { releaseEntry } from '../../support/entries.ts';
import { filesIn } from '../../support/files-in.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { palettePng } from '../../sync/pictures.ts';
import { writeSite } from '../incremental/site-of-world.ts';
import { firstWorld } from '../incremental/world.ts';
import { builtSite } from './build.ts';

// `test/features/cards` tests more titles, and which releases have a card. The test of the worker
// checks that each card is drawn once, and that a new release takes the card of the oldest.

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
  ...['Faster search', 'Ταχύτερη αναζήτηση', '🚀 Ship it 🎉', 'Controls \u0000 and \u202e turns'],
  ...undrawn,
];
const world = firstWorld();
// Cards show the name of the site, so the cache of the project cannot have these cards yet.
world.config.name = `Acme ${Date.now()}`;
world.releases = titles.map((title, n) =>
  releaseEntry(`r-${n}`, { title, version: `1.${n}.0`, project: 'p-0', is_pre_release: n === 3 }),
);

let folder: string;
let site: string;
let picture: Buffer;
const notes: string[] = [];
/** What the names of the cards of all builds contain. */
const digests = new Set<string>();
const pictured = 'pictured';

beforeAll(async () => {
  const temp = await tempFolder(inMemory);
  folder = temp.path;
  site = join(folder, 'dist');
  picture = await palettePng();
  const file = assetName(picture, 'png');
  const asset = { file, width: 8, height: 4, bytes: picture.length };
  world.releases.push(releaseEntry(pictured, { hero: { type: 'image', asset } }));
  await build(picture.subarray(0, 40));
  return async () => {
    await removeCachedCards();
    await temp[Symbol.asyncDispose]();
  };
});

/** Builds the world. @param bytes of the picture of the release `pictured` */
async function build(bytes: Uint8Array, full = false): Promise<Record<string, string>> {
  const env = await writeSite(folder, 'world', world);
  const assets = join(env.CONTENT_DIR, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(assets, assetName(picture, 'png')), bytes);
  notes.length = 0;
  await buildFolder({
    contentDir: env.CONTENT_DIR,
    outDir: site,
    siteUrl: env.SITE_URL,
    basePath: env.BASE_PATH,
    siteConfig: env.SITE_CONFIG,
    full,
    onNotes: (some) => void notes.push(...some),
  });
  for (const name of await readdir(join(site, 'cards'))) digests.add(name.split('.')[1] ?? '');
  return filesIn(site);
}

test('titles give cards of 1200 × 630 pixels under 80 kB, if the fonts have their letters', async () => {
  expect(notes).toEqual([expect.stringMatching(/^6 releases have no card, .*, 3 more\.$/)]);
  for (const [n, title] of titles.entries()) {
    const image = await imageOf(`r-${n}`);
    if (undrawn.includes(title)) expect(image).toBe(paths.shareImage());
    else expect(image).toMatch(new RegExp(`^cards/r-${n}\\.[\\da-f]{8}\\.jpg$`));
    const bytes = await readFile(join(site, image));
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height], title).toEqual([1200, 630]);
    expect(bytes.length, title).toBeLessThan(80_000);
  }
});

test('a card is redrawn when its release changes, and when its damaged picture is repaired', async () => {
  const before = await filesIn(site);
  const damaged = before[await imageOf(pictured)];
  const [one] = world.releases;
  if (one) Object.assign(one, { title: 'Even faster search', body: '<p>More</p>' });
  const after = await build(picture);
  const cardsOf = (files: Record<string, string>) =>
    Object.keys(files).filter((path) => path.startsWith('cards/'));
  expect(cardsOf(after)).toHaveLength(titles.length - undrawn.length + 1);
  expect(cardsOf(before).filter((path) => !(path in after))).toEqual([
    expect.stringMatching(/^cards\/r-0\./),
  ]);
  const card = await imageOf(pictured);
  expect(damaged).toBeDefined();
  expect(after[card]).not.toBe(damaged);
  expect(await removeCachedCards()).toBeGreaterThan(0);
  expect((await build(picture, true))[card]).toBe(after[card]);
}, 300_000);

test('a site with cards switched off has no trace of them', async () => {
  const plain = await filesIn(await builtSite('english', {}));
  expect(Object.entries(plain).filter(([path, text]) => /cards\//.test(path + text))).toEqual([]);
}, 120_000);

/** Removes the cards of the site from the cache of the project; returns their number. */
async function removeCachedCards(): Promise<number> {
  const cached = (await readdir(pictureFolder)).filter((name) => digests.has(name.slice(0, 8)));
  for (const name of cached) await rm(join(pictureFolder, name), { force: true });
  return cached.length;
}

/** Path of the sharing picture on a release's page, below the base. */
async function imageOf(slug: string): Promise<string> {
  const html = await readFile(join(site, `${paths.release(slug)}index.html`), 'utf8');
  const [, url = ''] =
    /<meta property="og:image" content="https:\/\/example.com\/([^"]+)"/.exec(html) ?? [];
  return url;
}
