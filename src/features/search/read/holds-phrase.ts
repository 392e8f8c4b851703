import type { FindOptions } from '../find.ts';
import type { IndexedRelease } from '../index-format.ts';
import { foldedText } from '../words.ts';

/** Whether each phrase stands in a place that was found, by the texts of their releases. */
export function holdPhrases(
  phrases: readonly string[],
  texts: ReadonlyMap<number, IndexedRelease>,
): FindOptions['areTogether'] {
  return (hits) =>
    phrases.every((phrase) =>
      hits.some(({ release, place }) => {
        const shown = texts.get(release);
        return shown !== undefined && holdsPhrase(shown, place, phrase);
      }),
    );
}

/** Whether signs of a writing without spaces stand in a place as they were asked for. */
function holdsPhrase({ title, places }: IndexedRelease, place: number, phrase: string): boolean {
  const { kind, heading, text } = places[place] ?? {};
  const own = kind === 'release' ? title : heading;
  return [own, text].some((one) => one && foldedText(one).includes(phrase));
}
