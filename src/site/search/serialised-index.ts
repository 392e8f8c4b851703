import type { AsPlainObject } from 'minisearch';
import { indexedFields, type StoredPlace } from './index-options.ts';
import { words } from './words.ts';

/** A document's texts by field, and what the index keeps of it. */
export type IndexedDocument = Record<(typeof indexedFields)[number], string> & {
  stored: StoredPlace;
};

/** By field: a document's number and how often the word stands there, and so on. */
type Postings = number[][];

/**
 * The JSON of a MiniSearch with these documents: what its own `toJSON` gives, with the words
 * sorted. MiniSearch builds a tree of maps to search in first; only to write it down, that costs
 * two to four times as much: the more, the more words there are.
 */
export function serialisedIndex(documents: readonly IndexedDocument[]): string {
  const postings = new Map<string, Postings>();
  const lengths = documents.map((document, id) =>
    indexedFields.map((field, n) => {
      const counts = counted(document[field]);
      for (const [word, count] of counts) postingsOf(postings, word)[n]?.push(id, count);
      return counts.size;
    }),
  );
  const { index, ...rest } = {
    documentCount: documents.length,
    nextId: documents.length,
    documentIds: numbered(documents.map((_, id) => id)),
    fieldIds: Object.fromEntries(indexedFields.map((field, n) => [field, n])),
    fieldLength: numbered(lengths),
    averageFieldLength: indexedFields.map((_, n) => average(lengths.map((of) => of[n] ?? 0))),
    storedFields: numbered(documents.map(({ stored }) => stored)),
    dirtCount: 0,
    index: [],
    serializationVersion: 2,
  } satisfies AsPlainObject;
  const entries = [...postings.keys()].sort().map((word) => entry(word, postings.get(word) ?? []));
  return `${JSON.stringify(rest).slice(0, -1)},"index":[${entries.join(',')}]}`;
}

/** A list as an object with its places as keys. */
function numbered<T>(list: readonly T[]): Record<string, T> {
  return Object.fromEntries(list.entries());
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function postingsOf(all: Map<string, Postings>, word: string): Postings {
  const known = all.get(word);
  if (known) return known;
  const fresh = indexedFields.map(() => []);
  all.set(word, fresh);
  return fresh;
}

/** Written by hand: objects with a million keys cost more than the rest. */
function entry(word: string, postings: Postings): string {
  const fields = postings.flatMap((numbers, n) => {
    const pairs: string[] = [];
    for (let at = 0; at < numbers.length; at += 2)
      pairs.push(`"${numbers[at]}":${numbers[at + 1]}`);
    return pairs.length > 0 ? [`"${n}":{${pairs.join(',')}}`] : [];
  });
  return `[${JSON.stringify(word)},{${fields.join(',')}}]`;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}
