import type { ReleaseEntry, WorkspaceEntry } from '../../../model/content/content.ts';
import { searchDocuments } from '../documents.ts';
import type { PlacesFile } from '../index-format.ts';
import { writeNumbers } from '../numbers.ts';
import { pairs } from '../phrases.ts';
import { wordCounts } from '../words.ts';

/** A place as it is indexed: how often each word stands in its title and its text. */
export interface PlaceWords {
  kind: 'release' | 'section' | 'change';
  type: string | undefined;
  title: Map<string, number>;
  text: Map<string, number>;
  /** Signs that stand together. */
  pairs: string[];
}

/** The places of a release, in the order of its page. */
export function placeWords(
  entry: ReleaseEntry,
  types: WorkspaceEntry['change_types'],
): PlaceWords[] {
  return searchDocuments(entry, types).map(({ kind, type, title, text }) => ({
    kind,
    type,
    title: wordCounts(title),
    text: wordCounts(text),
    // What stands together is looked for as results show it: a title without its version.
    pairs: pairs(`${kind === 'release' ? entry.title : title}\n${text}`),
  }));
}

/** What the table of places has of one: how many words its title and its text have, each once. */
export interface PlaceLengths {
  kind: PlaceWords['kind'];
  type: string | undefined;
  title: number;
  text: number;
}

/** The table of a year's places. @param releases each with its places, oldest first */
export function placesTable(
  releases: readonly (readonly PlaceLengths[])[],
): Omit<PlacesFile, 'stamp'> {
  const types = new Set<string>();
  for (const { type } of releases.flat()) if (type !== undefined) types.add(type);
  const known = [...types].sort();
  return { types: known, places: releases.map((places) => ofRelease(places, known)).join('') };
}

function ofRelease(places: readonly PlaceLengths[], types: readonly string[]): string {
  const sections = places.filter(({ kind }) => kind === 'section').length;
  const changes = places.filter(({ kind }) => kind === 'change');
  const groups: [type: number, count: number][] = [];
  for (const { type } of changes) {
    const number = type === undefined ? 0 : types.indexOf(type) + 1;
    const last = groups.at(-1);
    if (last?.[0] === number) last[1] += 1;
    else groups.push([number, 1]);
  }
  const lengths = places.flatMap(({ kind, title, text }) =>
    kind === 'change' ? [text] : [title, text],
  );
  return writeNumbers([sections, groups.length, ...groups.flat(), ...lengths]);
}
