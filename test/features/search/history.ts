import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { releaseEntry } from '../../support/entries.ts';
import { randomFrom } from '../../support/random-from.ts';
import type { WrittenSearch } from './written-search.ts';

const random = randomFrom(5);
export const vocabulary = Array.from({ length: 900 }, (_, n) => `${(n * 7919).toString(36)}word`);
export const some = (length: number) =>
  Array.from({ length }, () => vocabulary[Math.floor(random() ** 3 * 900)]).join(' ');

/** Creates `count` releases, eight hours apart. The last is from 30 June 2026. */
export function history(count: number): ReleaseEntry[] {
  const last = Date.UTC(2026, 5, 30);
  return Array.from({ length: count }, (_, n) =>
    releaseEntry(`r${n}`, {
      title: some(3),
      project: 'p-web',
      labels: ['l-speed', 'gone'],
      released_at: new Date(last - (count - 1 - n) * 8 * 3_600_000).toISOString(),
      body: `<p>${some(30)}</p>`,
      changes: [{ type: 'new', html: some(8) }],
    }),
  );
}

/** Paths of files that were added, changed or removed. */
export function changedFiles(before: WrittenSearch, after: WrittenSearch): string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  return [...paths].filter((path) => before.files.get(path) !== after.files.get(path));
}
