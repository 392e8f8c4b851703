import MiniSearch from 'minisearch';
import { nearness } from '../find.ts';
import { indexOptions, type Shards } from '../index-format.ts';
import type { WantedWord } from './wanted-words.ts';

/** By word: what its line says of it. */
export type Lines = Map<string, string>;

/** What is known of words, cut into shards. */
export interface WordLines {
  /** Whether all that a word may become lies in one shard: it is not loaded in vain. */
  isInOne(wanted: WantedWord): boolean;
  /** Loads those shards alone that may hold a word. */
  exactly(wanted: WantedWord): Promise<Lines>;
  /** Those that come near as well, for which all shards are loaded. */
  nearly(wanted: WantedWord): Promise<Lines>;
}

export function wordLines(
  { borders }: Shards,
  readShard: (shard: number) => Promise<string>,
): WordLines {
  let vocabulary: Promise<{ lines: Lines; index: MiniSearch }> | undefined;
  const exactly = async ({ word, starts }: WantedWord): Promise<Lines> => {
    const [from, to] = shardsOf(borders, { word, starts });
    const shards = Array.from({ length: to - from + 1 }, (_, n) => readShard(from + n));
    const found = (await Promise.all(shards)).map((text) => linesOf(text, word, starts));
    return new Map(found.flat());
  };
  return {
    isInOne: (wanted) => {
      const [from, to] = shardsOf(borders, wanted);
      return from === to;
    },
    exactly,
    nearly: async (wanted) => {
      const all = { word: '', starts: true };
      vocabulary ??= exactly(all).then((lines) => ({ lines, index: vocabularyIndex(lines) }));
      const { lines, index } = await vocabulary.catch((error) => {
        vocabulary = undefined;
        throw error;
      });
      const near = wordsNear(index, wanted).flatMap((word): [string, string][] => {
        const line = lines.get(word);
        return line === undefined ? [] : [[word, line]];
      });
      return new Map(near);
    },
  };
}

/** The first and the last shard that may hold a word. */
function shardsOf(
  borders: readonly string[],
  { word, starts }: WantedWord,
): readonly [from: number, to: number] {
  return [shardOf(borders, word), shardOf(borders, starts ? `${word}\uffff` : word)];
}

/** The last shard that begins before a word or with it. */
function shardOf(borders: readonly string[], word: string): number {
  return borders.filter((border) => border <= word).length;
}

function linesOf(text: string, word: string, starts: boolean): [word: string, rest: string][] {
  const sought = `\n${word}${starts ? '' : '\t'}`;
  const found: [string, string][] = [];
  let at = text.indexOf(sought);
  while (at !== -1) {
    const end = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, end === -1 ? undefined : end);
    const tab = line.indexOf('\t');
    found.push([line.slice(0, tab), line.slice(tab + 1)]);
    at = text.indexOf(sought, at + line.length);
  }
  return found;
}

/** The library tells what comes near: of one document that holds all words, which were found. */
function vocabularyIndex(lines: Lines): MiniSearch {
  const words = [...lines.keys()].filter((word) => !word.startsWith(' '));
  return MiniSearch.loadJS(
    {
      documentCount: 1,
      nextId: 1,
      documentIds: { 0: 0 },
      fieldIds: { title: 0, text: 1 },
      fieldLength: { 0: [0, words.length] },
      averageFieldLength: [0, words.length],
      storedFields: {},
      dirtCount: 0,
      index: words.map((word) => [word, { 1: { 0: 1 } }]),
      serializationVersion: 2,
    },
    indexOptions,
  );
}

function wordsNear(index: MiniSearch, { word, starts }: WantedWord): string[] {
  const [found] = index.search(word, {
    tokenize: () => [word],
    prefix: starts,
    fuzzy: nearness(word),
  });
  return found?.terms ?? [];
}
