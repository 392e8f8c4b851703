import type { IndexedRelease } from '../index-format.ts';
import { foldedText } from '../words.ts';

/** Whether signs of a writing without spaces stand in a place as they were asked for. */
export function holdsPhrase(
  { title, places }: IndexedRelease,
  place: number,
  phrase: string,
): boolean {
  const { kind, heading, text } = places[place] ?? {};
  const own = kind === 'release' ? title : heading;
  return [own, text].some((one) => one && foldedText(one).includes(phrase));
}
