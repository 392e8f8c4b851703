import type { PlacesFile } from '../index-format.ts';
import { readNumbers } from '../numbers.ts';
import type { AssembledPlace } from './assembled-index.ts';

/** The places of a year by their numbers, as `placesTable` writes them. */
export function readPlaces({ types, places: text }: PlacesFile): AssembledPlace[] {
  const numbers = readNumbers(text).values();
  const next = (): number => numbers.next().value ?? 0;
  const places: AssembledPlace[] = [];
  for (let release = 0; ; release += 1) {
    const { value: sections, done } = numbers.next();
    if (done) return places;
    const groups = Array.from({ length: next() }, () => [types[next() - 1], next()] as const);
    const changes = groups.flatMap(([type, count]) => Array.from({ length: count }, () => type));
    const titled = 1 + sections;
    for (let place = 0; place < titled + changes.length; place += 1) {
      const lengths = [place < titled ? next() : 0, next()] as const;
      places.push({ release, place, type: changes[place - titled], lengths });
    }
  }
}
