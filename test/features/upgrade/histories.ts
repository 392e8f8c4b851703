import fc from 'fast-check';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { releaseEntry } from '../../support/entries.ts';

/** A version as parts, which the oracle compares without parsing text. */
export interface Parts {
  /** Major, minor, patch. */
  numbers: [number, number, number];
  /** The number after `beta` for a pre-release. */
  beta: number | undefined;
}

/** A release of a random history. */
export interface Told {
  entry: ReleaseEntry;
  /** Undefined if its version is nonsense or missing. */
  parts: Parts | undefined;
}

const partsOf = fc.record({
  numbers: fc.tuple(fc.nat(4), fc.nat(3), fc.nat(3)),
  beta: fc.option(fc.nat(12), { nil: undefined, freq: 3 }),
});

/** Years and months as versions, such as "24.04" and "2024-05-01". */
const calendarParts = fc.record({
  numbers: fc.tuple(
    fc.integer({ min: 2023, max: 2026 }),
    fc.integer({ min: 1, max: 12 }),
    fc.nat(28),
  ),
  beta: fc.constant(undefined),
});

const nonsense = fc.constantFrom(null, '', 'Sputnik', 'the one with the boat', '…', '1.2.3.4.5');

/** Random releases in any order: lower versions may come later, as from maintenance branches. */
export const histories = fc
  .record({
    releases: fc.array(
      fc.record({
        parts: fc.oneof(partsOf, partsOf, calendarParts),
        writing: fc.nat(3),
        day: fc.nat(400),
        flag: fc.boolean(),
        changes: fc.array(fc.nat(9), { maxLength: 4 }),
      }),
      { maxLength: 14 },
    ),
    odd: fc.option(fc.array(fc.tuple(nonsense, fc.nat(400)), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
    }),
  })
  .map(({ releases, odd }): Told[] => [
    ...releases.map(({ parts, writing, day, flag, changes }, n) => ({
      parts,
      entry: releaseEntry(`r-${n}`, {
        version: written(parts, writing),
        is_pre_release: parts.beta !== undefined && flag,
        released_at: dayAt(day),
        changes: changes.map((one) => ({ type: one % 2 ? 'new' : null, html: `Change ${one}` })),
      }),
    })),
    ...(odd ?? []).map(([version, day], n) => ({
      parts: undefined,
      entry: releaseEntry(`odd-${n}`, { version, released_at: dayAt(day) }),
    })),
  ]);

/** Versions that may or may not be in a history, and arbitrary text from a URL. */
export const queries = fc.oneof(
  fc.tuple(partsOf, fc.nat(3)).map(([parts, writing]) => written(parts, writing)),
  fc.tuple(calendarParts, fc.nat(3)).map(([parts, writing]) => written(parts, writing)),
  fc.constantFrom('', ' ', 'v', '-1', '99', '0.0.0', 'r-3', '1e9', '9'.repeat(400)),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Writes a version in one of several usual notations. */
function written({ numbers, beta }: Parts, writing: number): string {
  const [major, minor, patch] = numbers;
  const tail = beta === undefined ? '' : `-beta.${beta}`;
  const whole = `${numbers.join('.')}${tail}`;
  if (writing === 1) return `v${whole}`;
  if (writing === 2 && patch === 0) return `${major}.${minor}${tail}`;
  if (writing === 3 && major > 2000 && minor > 0 && !tail)
    return `${major}-${String(minor).padStart(2, '0')}-${String(patch).padStart(2, '0')}`;
  return whole;
}

function dayAt(day: number): string {
  return new Date(Date.UTC(2025, 0, 1 + day)).toISOString();
}

/**
 * Sorts a history, newest first: inserts releases with versions one by one, then places the others
 * by date.
 */
export function orderedByOracle(history: readonly Told[]): Told[] {
  const isNewer = (one: Told, other: Told) =>
    one.entry.released_at === other.entry.released_at
      ? one.entry.id < other.entry.id
      : one.entry.released_at > other.entry.released_at;
  const sorted: Told[] = [];
  for (const one of history.filter(({ parts }) => parts)) {
    const place = sorted.findIndex((other) => {
      const gap = compareParts(one.parts as Parts, other.parts as Parts);
      return gap === 0 ? isNewer(one, other) : gap > 0;
    });
    sorted.splice(place === -1 ? sorted.length : place, 0, one);
  }
  const versions = [...sorted];
  for (const one of history.filter(({ parts }) => !parts)) {
    const after = versions.find(({ entry }) => entry.released_at <= one.entry.released_at);
    let place = after ? sorted.indexOf(after) : sorted.length;
    while (place > 0 && !sorted[place - 1]?.parts && isNewer(one, sorted[place - 1] as Told))
      place -= 1;
    sorted.splice(place, 0, one);
  }
  return sorted;
}

/** Negative if the first is lower. */
export function compareParts(one: Parts, other: Parts): number {
  for (const [index, number] of one.numbers.entries())
    if (number !== other.numbers[index]) return number - (other.numbers[index] ?? 0);
  return (one.beta ?? Number.POSITIVE_INFINITY) - (other.beta ?? Number.POSITIVE_INFINITY) || 0;
}
