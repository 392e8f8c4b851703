import type { Cache } from '../../feature.ts';
import type { YearWords } from './year-words.ts';

/** Words of a year, and the key of all that they were made of. */
export interface KeptYear extends YearWords {
  key: string;
}

/** What the build before kept, by years; nothing where that cannot be read. */
export async function readYears(kept: Cache): Promise<ReadonlyMap<string, KeptYear>> {
  try {
    const all: KeptYear[] = JSON.parse((await kept.read()) ?? '[]');
    return new Map(all.map((one) => [one.year.year, one]));
  } catch {
    return new Map();
  }
}

/** Keeps these and no others. What cannot be kept is made again. */
export function writeYears(kept: Cache, years: readonly KeptYear[]): Promise<void> {
  return kept.write(JSON.stringify(years)).catch(() => {});
}
