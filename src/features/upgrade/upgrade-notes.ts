import { fillIn } from '../../site/base/strings/fill-in.ts';
import type { UpgradeStrings } from '../../site/base/strings/shape.ts';
import type { FoundEnd, RequestedEnds, UpgradePath } from './between.ts';
import type { IndexedStep } from './upgrade-data.ts';
import { versionOrTitle } from './upgrade-view.ts';

/** Strings for the page's script. */
export type UpgradeWords = Omit<UpgradeStrings, 'typeWords' | 'headingWords'>;

/**
 * Explains whether the requested start and end were replaced or swapped, whether the plan is empty,
 * and which releases are later than the end, such as fixes of an older line. Returns an empty text
 * if there is nothing to explain.
 */
export function upgradeNotes(
  path: UpgradePath<IndexedStep>,
  requested: RequestedEnds,
  words: UpgradeWords,
): string {
  const notes = [
    endNote(path.from, requested.from, words),
    endNote(path.to, requested.to, words),
    path.isReversed ? words.reversed : '',
    path.releases.length === 0 ? words.nothing : '',
    laterNote(path, words),
  ];
  return notes.filter(Boolean).join(' ');
}

/** Names the releases of a plan that were released after its end, which may lack their changes. */
function laterNote(
  { from, to, isReversed, releases }: UpgradePath<IndexedStep>,
  words: UpgradeWords,
): string {
  const end = (isReversed ? from : to).release;
  const later = end ? releases.filter(({ day }) => day > end.day) : [];
  if (!end || later.length === 0) return '';
  const named = later.slice(0, maxLater).map(versionOrTitle);
  const names = [...named, ...(later.length > maxLater ? ['…'] : [])].join(', ');
  return fillIn(words.before, { taken: versionOrTitle(end), names });
}

const maxLater = 5;

/**
 * Explains which release is used in place of a requested version that is not in the list. Returns
 * an empty text if the version is in the list.
 */
export function endNote(
  end: FoundEnd<IndexedStep>,
  requested: string,
  words: UpgradeWords,
): string {
  if (end.kind === 'known' || requested === '' || requested === '0') return '';
  const asked = shortenRequest(requested);
  if (end.kind === 'nearest' && end.release)
    return fillIn(words.nearest, { asked, taken: versionOrTitle(end.release) });
  const sentence = end.kind === 'before-all' ? words.beforeFirst : words.unreadable;
  return fillIn(sentence, { asked });
}

/**
 * Maximum length in characters. A longer value would make the sentence that quotes it hard to read.
 */
const maxRequestLength = 60;

/** Shortens a value from the address, so that it can be quoted in a sentence. */
export function shortenRequest(text: string): string {
  const signs = [...text];
  return signs.length > maxRequestLength ? `${signs.slice(0, maxRequestLength).join('')}…` : text;
}
