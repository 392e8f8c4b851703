import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { run } from './terminal/run.ts';

// Regenerates src/site/base/newsreader.woff2 and the fonts of cards, after a font update or a
// change of the ranges in fonts.css: `npm run faces`. Builds use the files in the repository.

const source = import.meta.resolve(
  '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
);
const styles = new URL('../src/site/base/', import.meta.url);
const target = new URL('newsreader.woff2', styles);

/**
 * The title font: the design for titles (`opsz` 28), the weights that the site uses, and the
 * characters of its `unicode-range`, with its copyright and licence (SIL OFL 1.1).
 * @returns WOFF2, byte-equal for the same source
 */
export async function titleFace(): Promise<Buffer> {
  const [face, css] = await Promise.all([
    readFile(fileURLToPath(source)),
    readFile(new URL('fonts.css', styles), 'utf8'),
  ]);
  return subsetFont(face, announcedLetters(css), {
    targetFormat: 'woff2',
    variationAxes: { opsz: 28, wght: { min: 400, max: 620 } },
    preserveNameIds: [0, 13, 14],
  });
}

/** Scripts in which cards use Source Sans, which has no static weights. */
const cardScripts = ['latin', 'cyrillic', 'greek'] as const;
const cardFaces = new URL('../src/features/cards/faces/', import.meta.url);

/**
 * Fonts of cards in one weight, in a format that Satori reads. They have no name, as its licence
 * does not allow a subset to be called Source Sans.
 * @returns WOFF by file name
 */
export async function facesOfCards(): Promise<Map<string, Buffer>> {
  const made = cardScripts.map(async (script): Promise<[string, Buffer]> => {
    const source = import.meta.resolve(
      `@fontsource-variable/source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`,
    );
    const face = await subsetFont(
      await readFile(fileURLToPath(source)),
      lettersBetween(0x20, 0x2fff),
      { targetFormat: 'woff', variationAxes: { wght: 500 }, preserveNameIds: [0, 13, 14] },
    );
    return [`sans-${script}.woff`, face];
  });
  return new Map(await Promise.all(made));
}

function announcedLetters(css: string): string {
  const [, ranges = ''] = /newsreader\.woff2[^}]*unicode-range:([^;]+)/.exec(css) ?? [];
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
    await writeFile(target, await titleFace());
    for (const [name, face] of await facesOfCards())
      await writeFile(new URL(name, cardFaces), face);
    return undefined;
  });
