import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { run } from './terminal/run.ts';

// `npm run faces` regenerates the fonts for pages (in src/site/base/) and for share cards. Run it
// after a font update or a change of the ranges in fonts.css. Builds only use the files in the
// repository.

const styles = new URL('../src/site/base/', import.meta.url);

/** Ids of the copyright and licence (SIL OFL 1.1) in a font's table of names. */
const preserveNameIds = [0, 13, 14];
const woff2 = { targetFormat: 'woff2', noHinting: true, preserveNameIds } as const;
const features = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl'];

const sources = {
  // The font file only includes the optical size for titles (`opsz` 28) and one weight. All weights
  // would double its size.
  'newsreader.woff2': {
    source: import.meta.resolve(
      '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    ),
    options: { ...woff2, variationAxes: { opsz: 28, wght: 480 }, keepFeatures: features },
  },
  'waymark-sans.woff2': {
    source: import.meta.resolve(
      '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    ),
    options: {
      ...woff2,
      variationAxes: { wght: { min: 400, max: 600 } },
      keepFeatures: [...features, 'tnum'],
    },
  },
};

/**
 * The fonts of titles and text, reduced to the weights that pages use and the characters of their
 * `unicode-range`.
 * @returns WOFF2 by file name; the same source always gives the same bytes
 */
export async function facesOfPages(): Promise<Map<string, Buffer>> {
  const css = await readFile(new URL('fonts.css', styles), 'utf8');
  const made = Object.entries(sources).map(
    async ([name, { source, options }]): Promise<[string, Buffer]> => [
      name,
      await subset(source, announcedLetters(css, name), options),
    ],
  );
  return new Map(await Promise.all(made));
}

/**
 * Writing systems for which cards use Source Sans. The package of Source Sans only has variable
 * fonts, which are reduced to one weight here.
 */
const cardScripts = ['latin', 'cyrillic', 'greek'] as const;
const cardFaces = new URL('../src/features/cards/faces/', import.meta.url);

/**
 * The fonts of share cards in one weight, as WOFF, because Satori cannot read WOFF2.
 * @returns WOFF by file name
 */
export async function facesOfCards(): Promise<Map<string, Buffer>> {
  const made = cardScripts.map(async (script): Promise<[string, Buffer]> => {
    const source = import.meta.resolve(
      `@fontsource-variable/source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`,
    );
    const options = {
      targetFormat: 'woff',
      variationAxes: { wght: 500 },
      preserveNameIds,
    } as const;
    return [`sans-${script}.woff`, await subset(source, lettersBetween(0x20, 0x2fff), options)];
  });
  return new Map(await Promise.all(made));
}

async function subset(
  source: string,
  letters: string,
  options: Parameters<typeof subsetFont>[2],
): Promise<Buffer> {
  const file = await readFile(fileURLToPath(source));
  const whole = await subsetFont(file, letters, { targetFormat: 'truetype', preserveNameIds });
  return subsetFont(renamed(whole), letters, options);
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

function announcedLetters(css: string, name: string): string {
  const [, ranges = ''] = new RegExp(`${name}[^}]*unicode-range:([^;]+)`).exec(css) ?? [];
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .map(([, from = '', to = from]) =>
      lettersBetween(Number.parseInt(from, 16), Number.parseInt(to, 16)),
    )
    .join('');
}

function lettersBetween(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n));
}

if (import.meta.main)
  await run(async () => {
    for (const [name, face] of await facesOfPages()) await writeFile(new URL(name, styles), face);
    for (const [name, face] of await facesOfCards())
      await writeFile(new URL(name, cardFaces), face);
    return undefined;
  });
