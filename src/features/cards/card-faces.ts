import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SatoriOptions } from 'satori';
import type { faceNames } from './card-box.ts';
import sansCyrillic from './faces/sans-cyrillic.woff?inline';
import sansGreek from './faces/sans-greek.woff?inline';
import sansLatin from './faces/sans-latin.woff?inline';

type Face = SatoriOptions['fonts'][number];

let loaded: Promise<Face[]> | undefined;

/** The fonts of both families (serif and sans), which are read once. */
export function cardFaces(): Promise<Face[]> {
  loaded ??= Promise.all([
    ...Object.entries(serifs).map(async ([name, address]) =>
      face(name, await readFile(fileURLToPath(address))),
    ),
    ...Object.entries(sans).map(([name, data]) => face(name, bytesOf(data))),
  ]);
  return loaded;
}

const serifs: Record<(typeof faceNames.serif)[number], string> = {
  'serif-latin': import.meta.resolve(
    '@fontsource/newsreader/files/newsreader-latin-500-normal.woff',
  ),
  'serif-latin-ext': import.meta.resolve(
    '@fontsource/newsreader/files/newsreader-latin-ext-500-normal.woff',
  ),
  'serif-vietnamese': import.meta.resolve(
    '@fontsource/newsreader/files/newsreader-vietnamese-500-normal.woff',
  ),
};

/** Data URLs, so that the fonts are part of the renderer's bundle. */
const sans: Record<(typeof faceNames.sans)[number], string> = {
  'sans-latin': sansLatin,
  'sans-cyrillic': sansCyrillic,
  'sans-greek': sansGreek,
};

function bytesOf(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

function face(name: string, data: Buffer): Face {
  return { name, data, weight: 500, style: 'normal' };
}
