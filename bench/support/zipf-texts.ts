import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonText } from '../../src/lib/json.ts';
import { ReleaseEntry } from '../../src/model/content/content.ts';
import { randomFrom } from '../../test/support/random-from.ts';

const vocabularySize = 12_000;
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

/** Returns a generator of texts whose word frequencies follow Zipf's law. */
export function zipfTexts(seed: number): (length: number) => string {
  const random = randomFrom(seed);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const drawn = Array.from({ length: 2 * vocabularySize }, (_, n) => {
    const parts = Array.from({ length: n < 100 ? 0 : 1 + Math.floor(random() * 3) });
    return one(starts) + parts.map(() => one(middles)).join('') + one(ends);
  });
  const vocabulary = [...new Set(drawn)].slice(0, vocabularySize);
  // The frequency of the word of rank n is proportional to 1 ÷ n.
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? '';
  return (length) => Array.from({ length }, word).join(' ');
}

/** Replaces the texts of a content folder's releases with generated ones of the same length. */
export function rewriteTexts(contentDir: string): void {
  const some = zipfTexts(7);
  const rewritten = (html: string) =>
    html.replace(/(?<=>)[^<]+(?=<)|^[^<]+$/g, (text) => some(text.split(' ').length));
  for (const name of readdirSync(join(contentDir, 'releases'))) {
    const file = join(contentDir, 'releases', name);
    const entry = ReleaseEntry.parse(JSON.parse(readFileSync(file, 'utf8')));
    const changes = entry.changes.map((one) => ({ ...one, html: rewritten(one.html) }));
    const body = rewritten(entry.body);
    writeFileSync(file, toJsonText({ ...entry, title: some(5), summary: some(20), body, changes }));
  }
}
