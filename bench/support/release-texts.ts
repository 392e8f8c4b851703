import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonText } from '../../src/lib/json.ts';
import { ReleaseEntry } from '../../src/model/content/content.ts';
import { randomFrom } from '../../test/support/random-from.ts';

// Texts with the statistics of real release notes: how often words occur, how many of them are
// identifiers, versions, numbers of pull requests or hashes, and how long notes are. The figures are
// from 180 real notes with 36,000 words.

const vocabularySize = 60_000;
/**
 * The frequency of the word of rank n is proportional to (n + offset)^-exponent (Zipf–Mandelbrot).
 */
const ranks = { offset: 12, exponent: 1.4 };
// As in English, words begin in hundreds of ways, because the cost of a search depends on this.
const consonants =
  'b c d f g h l m n p r s t v w st pr tr br cl gr pl sp ch fr cr dr bl sc sh th qu'.split(' ');
const vowels = 'a e i o u ea ou ai'.split(' ');
const closings = ['', 'n', 'r', 'l', 's', 'm', 't', 'c', 'd', 'p'];
const starts = ['', ...consonants].flatMap((first) =>
  vowels.flatMap((vowel) => closings.map((last) => first + vowel + last)),
);
const middles = 'ta ri no ver fi gu po mi les tor ci der la ne so du mar te ken si'.split(' ');
const ends = 's ed ing tion er ment ly al ive ous y le nt st n m'.split(' ');

type Texts = (length: number) => string;

/** Returns a generator of texts of a given number of words. */
export function releaseTexts(seed: number): Texts {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const one = (list: readonly string[]) => list[below(list.length)] ?? '';
  const drawn = Array.from({ length: 2 * vocabularySize }, (_, n) => {
    const parts = Array.from({ length: n < 100 ? 0 : 1 + below(3) });
    return one(starts) + parts.map(() => one(middles)).join('') + one(ends);
  });
  const vocabulary = [...new Set(drawn)].slice(0, vocabularySize);
  const cumulated = (rank: number) => (rank + ranks.offset) ** (1 - ranks.exponent);
  const [first, last] = [cumulated(0), cumulated(vocabulary.length)];
  const word = () => {
    const rank = (first - random() * (first - last)) ** (1 / (1 - ranks.exponent)) - ranks.offset;
    return vocabulary[Math.floor(rank)] ?? '';
  };
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const version = () => [below(20), below(30), below(20)].join('.');
  // With cumulative shares of all words.
  const others: readonly (readonly [until: number, write: () => string])[] = [
    [0.033, () => `(#${below(40_000)})`],
    [
      0.059,
      () =>
        below(2 ** 31)
          .toString(16)
          .padStart(7, '0'),
    ],
    [0.085, () => word() + one(['-', '_', '.']) + word()],
    [0.107, () => word() + capital(word())],
    [0.119, () => `@${word()}`],
    [0.126, () => `src/${word()}/${word()}.ts`],
    [0.132, () => `v${version()}`],
    [0.134, () => `@${word()}/${word()}`],
  ];
  const token = () => {
    const share = random();
    return (others.find(([until]) => share < until)?.[1] ?? word)();
  };
  return (length) => Array.from({ length }, token).join(' ');
}

/** Mean and standard deviation of the logarithm of the number of words of a release. */
const words = { mean: Math.log(110), deviation: 1.18 };
const maxWords = 4000;

/** Replaces the texts of a content folder's releases with generated ones. */
export function rewriteTexts(contentDir: string): void {
  const some = releaseTexts(7);
  const random = randomFrom(7);
  const lengths = () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.min(maxWords, Math.ceil(Math.exp(words.mean + words.deviation * normal)));
  };
  for (const name of readdirSync(join(contentDir, 'releases'))) {
    const file = join(contentDir, 'releases', name);
    const entry = ReleaseEntry.parse(JSON.parse(readFileSync(file, 'utf8')));
    const changes = entry.changes.map((one) => ({ ...one, html: some(12) }));
    const body = bodyOf(lengths(), some);
    writeFileSync(file, toJsonText({ ...entry, title: some(4), summary: some(16), body, changes }));
  }
}

const wordsOfItem = 14;
const itemsOfSection = 12;

/** A body of sections with lists, as most notes have. */
function bodyOf(length: number, some: Texts): string {
  const items = Array.from({ length: Math.ceil(length / wordsOfItem) }, () => some(wordsOfItem));
  const sections = Array.from({ length: Math.ceil(items.length / itemsOfSection) }, (_, n) => {
    const own = items.slice(n * itemsOfSection, (n + 1) * itemsOfSection);
    return `<h2 id="s${n}">${some(2)}</h2><ul>${own.map((one) => `<li>${one}</li>`).join('')}</ul>`;
  });
  return sections.join('');
}
