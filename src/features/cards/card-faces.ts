import serifLatin from '@fontsource/newsreader/files/newsreader-latin-500-normal.woff?inline';
import serifLatinExt from '@fontsource/newsreader/files/newsreader-latin-ext-500-normal.woff?inline';
import serifVietnamese from '@fontsource/newsreader/files/newsreader-vietnamese-500-normal.woff?inline';
import type { SatoriOptions } from 'satori';
import { bytesOfInlined } from '../../lib/bytes-of-inlined.ts';
import type { faceNames } from './card-box.ts';
import sansCyrillic from './faces/sans-cyrillic.woff?inline';
import sansGreek from './faces/sans-greek.woff?inline';
import sansLatin from './faces/sans-latin.woff?inline';

type Face = SatoriOptions['fonts'][number];

let decoded: Face[] | undefined;

/** The fonts of both families (serif and sans), which are decoded once. */
export function cardFaces(): Face[] {
  decoded ??= Object.entries(files).map(([name, file]) => {
    return { name, data: bytesOfInlined(file), weight: 500, style: 'normal' };
  });
  return decoded;
}

const files: Record<(typeof faceNames)[keyof typeof faceNames][number], string> = {
  'serif-latin': serifLatin,
  'serif-latin-ext': serifLatinExt,
  'serif-vietnamese': serifVietnamese,
  'sans-latin': sansLatin,
  'sans-cyrillic': sansCyrillic,
  'sans-greek': sansGreek,
};
