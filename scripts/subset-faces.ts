import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { run } from './run.ts';

// Makes src/styles/newsreader.woff2 anew, after a new version of the face or a change of what
// fonts.css announces of it: `npm run faces`. Builds use the file as it lies there.

const source = import.meta.resolve(
  '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
);
const styles = new URL('../src/styles/', import.meta.url);
const target = new URL('newsreader.woff2', styles);

/**
 * The title face: the drawing for sizes of titles (`opsz` 28), the weights that the site uses, and
 * the letters of its `unicode-range`, with its copyright and licence (SIL OFL 1.1).
 * @returns WOFF2, the same bytes for the same source
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
    return undefined;
  });
