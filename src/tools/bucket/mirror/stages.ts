import { hashedFolder } from '../../../publish/generations/site-paths.ts';
import { readersAddress } from './wanted.ts';

// In which order files go up, so that nothing leads to what is not there: what is new before what
// changes, as only what changes is led to by what readers have; and in each of the two, what leads
// to others after them.

/** Files whose names stand for what is in them: anything may lead to them. */
const named = new RegExp(`^(?:${hashedFolder}|assets/|cards/)`);

/** What leads to others, the first that fits: from lists to what is asked for first. */
const kinds: readonly [kind: number, keys: RegExp][] = [
  [2, /^(?:index\.html)?$/],
  [1, /\.html$|\/$/],
  [4, /^sitemap[^/]*\.xml$/],
  [5, /^search\//],
  [6, /^latest\.json$/],
  // Feeds, and documents for programs.
  [3, /./],
];

/**
 * When an object goes up: those with a lower number first, all of them before the next.
 * @param entries addresses of releases and milestones
 */
export function uploadStage(key: string, isNew: boolean, entries: ReadonlySet<string>): number {
  if (named.test(key)) return 0;
  const [kind] = kinds.find(([, keys]) => keys.test(key)) ?? [0];
  return (isNew ? 1 : 2 + kinds.length) + (isOfEntry(key, entries) ? 0 : kind);
}

/** Whether it is the page of a release or a milestone, or its Markdown version. */
function isOfEntry(key: string, entries: ReadonlySet<string>): boolean {
  return entries.has(readersAddress(key)) || entries.has(key.replace(/\.md$/, '/'));
}

/** Whether a file is one that open pages may still ask for when it is no part of the site any more. */
export function isHashed(key: string): boolean {
  return key.startsWith(hashedFolder);
}
