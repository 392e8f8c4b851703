import { fillIn } from '../../site/base/strings/fill-in.ts';
import type { UpgradeStrings } from '../../site/base/strings/shape.ts';
import type { AskedEnds, FoundEnd, UpgradePath } from './between.ts';
import type { IndexedStep } from './upgrade-data.ts';
import { releaseName } from './upgrade-view.ts';

/** What a page tells its script to say. */
export type UpgradeWords = Omit<UpgradeStrings, 'typeWords' | 'headingWords'>;

/** What a reader has to know of how an upgrade was understood; empty where it was as asked for. */
export function upgradeNotes(
  path: UpgradePath<IndexedStep>,
  asked: AskedEnds,
  words: UpgradeWords,
): string {
  const notes = [
    endNote(path.from, asked.from, words),
    endNote(path.to, asked.to, words),
    path.isReversed ? words.reversed : '',
    path.releases.length === 0 ? words.nothing : '',
  ];
  return notes.filter(Boolean).join(' ');
}

/** What stands for an end that is not known; empty where it is. */
export function endNote(end: FoundEnd<IndexedStep>, asked: string, words: UpgradeWords): string {
  if (end.kind === 'known' || asked === '' || asked === '0') return '';
  if (end.kind === 'nearest' && end.release)
    return fillIn(words.nearest, { asked: asAsked(asked), taken: releaseName(end.release) });
  const sentence = end.kind === 'before-all' ? words.beforeFirst : words.unreadable;
  return fillIn(sentence, { asked: asAsked(asked) });
}

/** More of an address would bury the sentence that it is repeated in. */
const mostAsked = 60;

/** What an address asks for, as a sentence repeats it. */
export function asAsked(text: string): string {
  const signs = [...text];
  return signs.length > mostAsked ? `${signs.slice(0, mostAsked).join('')}…` : text;
}
