import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { charactersIn } from '../src/lib/text/unicode-range.ts';
import { run } from './terminal/run.ts';

// `npm run faces` regenerates the fonts for pages and for share cards. Run it after a font update or
// a change of the ranges in fonts.css. Builds only use the files in the repository.

type Options = Parameters<typeof subsetFont>[2] & { keepFeatures?: string[] };

interface Face {
  /** The file to write, from the root of the project. */
  file: string;
  source: string;
  options: Options;
}

/** Ids of the copyright and licence (SIL OFL 1.1) in a font's table of names. */
const preserveNameIds = [0, 13, 14];
const ofPages = { targetFormat: 'woff2', noHinting: true, preserveNameIds } as const;
/** Cards have one weight, as WOFF, because Satori cannot read WOFF2. */
const ofCards: Options = { targetFormat: 'woff', variationAxes: { wght: 500 }, preserveNameIds };
const features = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl'];

// The packages only have variable fonts, which are reduced to the weights that are used. The font
// of titles has one weight and the optical size for titles (`opsz` 28): all weights would double its
// size.
const faces: Face[] = [
  {
    file: 'src/site/base/newsreader.woff2',
    source: import.meta.resolve(
      '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    ),
    options: { ...ofPages, variationAxes: { opsz: 28, wght: 480 }, keepFeatures: features },
  },
  {
    file: 'src/site/base/waymark-sans.woff2',
    source: import.meta.resolve(
      '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    ),
    options: {
      ...ofPages,
      variationAxes: { wght: { min: 400, max: 600 } },
      keepFeatures: [...features, 'tnum'],
    },
  },
  ...['latin', 'cyrillic', 'greek'].map((script) => ({
    file: `src/features/cards/faces/sans-${script}.woff`,
    source: import.meta.resolve(
      `@fontsource-variable/source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`,
    ),
    options: ofCards,
  })),
];

const root = new URL('../', import.meta.url);

/**
 * The fonts, with the letters of their `unicode-range` in fonts.css, if they are there.
 * @returns their bytes by file; the same source always gives the same bytes
 */
export async function makeFaces(): Promise<Map<string, Buffer>> {
  const css = await readFile(new URL('src/site/base/fonts.css', root), 'utf8');
  const made = faces.map(async ({ file, source, options }): Promise<[string, Buffer]> => {
    const announced = new RegExp(`${basename(file)}[^}]*unicode-range:([^;]+)`);
    const [, ranges = 'U+20-2FFF'] = announced.exec(css) ?? [];
    return [file, await subset(source, charactersIn(ranges).join(''), options)];
  });
  return new Map(await Promise.all(made));
}

async function subset(source: string, letters: string, options: Options): Promise<Buffer> {
  const basic: Options = { targetFormat: 'truetype', preserveNameIds };
  return subsetFont(
    renamed(await subsetFont(await readFile(fileURLToPath(source)), letters, basic)),
    letters,
    options,
  );
}

/** Renames Source Sans, because its licence reserves the name "Source" for the unmodified font. */
function renamed(font: Buffer): Buffer {
  const names = { 'Source Sans 3': 'Waymark Sans3', SourceSans3: 'WaymarkSans' };
  let bytes = font.toString('latin1');
  for (const [from, to] of Object.entries(names)) bytes = bytes.replaceAll(utf16(from), utf16(to));
  return Buffer.from(bytes, 'latin1');
}

/** Encodes text as in a font's table of names: UTF-16, big-endian. */
function utf16(text: string): string {
  return [...text].map((letter) => `\0${letter}`).join('');
}

if (import.meta.main)
  await run(async () => {
    for (const [file, face] of await makeFaces()) await writeFile(new URL(file, root), face);
  });
