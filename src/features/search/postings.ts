import { readNumbers, writeNumbers } from './numbers.ts';

// Where a word stands, as numbers that grow: what is written is how far each is from the one before.

/** A place and how often the word stands there, and so on. */
export type Postings = number[];

export function writePostings(postings: Postings): string {
  const numbers: number[] = [];
  let before = -1;
  for (let at = 0; at < postings.length; at += 2) {
    const [place = 0, count = 1] = [postings[at], postings[at + 1]];
    const gap = (place - before - 1) * 2;
    // Mostly once, which takes no number of its own.
    if (count > 1) numbers.push(gap + 1, count - 2);
    else numbers.push(gap);
    before = place;
  }
  return writeNumbers(numbers);
}

export function readPostings(text: string): Postings {
  const numbers = readNumbers(text);
  const postings: Postings = [];
  let place = -1;
  for (let at = 0; at < numbers.length; at += 1) {
    const gap = numbers[at] ?? 0;
    place += (gap >>> 1) + 1;
    if (gap & 1) at += 1;
    postings.push(place, gap & 1 ? (numbers[at] ?? 0) + 2 : 1);
  }
  return postings;
}

/** Numbers that grow, such as those of releases. */
export function writeRising(numbers: readonly number[]): string {
  return writeNumbers(numbers.map((number, at) => number - (numbers[at - 1] ?? -1) - 1));
}

export function readRising(text: string): number[] {
  let before = -1;
  return readNumbers(text).map((gap) => {
    before += gap + 1;
    return before;
  });
}
