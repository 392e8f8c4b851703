import type { EntryChange } from '../../model/content/content.ts';
import { changeKey, changeText } from '../../model/content/release-log.ts';

export interface ComparedChanges {
  /** Keys of all changes that the release has now. */
  keys: ReadonlySet<string>;
  added: EntryChange[];
  /** Number of changes that were removed. */
  removed: number;
  /** Maps the former key of a reworded change to its current key. */
  reworded: ReadonlyMap<string, string>;
  /** May exceed the size of `reworded`, because changes with equal texts have the same key. */
  rewordedCount: number;
}

/**
 * Separates added and removed changes from reworded ones. Each text that is gone is paired with the
 * new text that has its id or the most words in common with it, and the pair counts as reworded. So
 * a change counts as added only if the number of changes grew.
 */
export function compareChanges(
  before: readonly EntryChange[],
  after: readonly EntryChange[],
): ComparedChanges {
  const keysAfter = after.map(changeKey);
  const gone = withoutCommon(before, keysAfter);
  const fresh = withoutCommon(after, before.map(changeKey));
  const reworded: [string, string][] = [];
  // Changes are paired by id first, so that a similar text cannot take the place of the same
  // change.
  for (const pick of [sameId, mostInCommon])
    for (const one of [...gone]) {
      const match = pick(one, fresh);
      if (!match) continue;
      gone.splice(gone.indexOf(one), 1);
      fresh.splice(fresh.indexOf(match), 1);
      reworded.push([changeKey(one), changeKey(match)]);
    }
  return {
    keys: new Set(keysAfter),
    added: fresh,
    removed: gone.length,
    reworded: new Map(reworded),
    rewordedCount: reworded.length,
  };
}

/** The changes without a counterpart among the keys. Each key is the counterpart of one change. */
function withoutCommon(changes: readonly EntryChange[], keys: readonly string[]): EntryChange[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return changes.filter((change) => {
    const count = counts.get(changeKey(change)) ?? 0;
    counts.set(changeKey(change), count - 1);
    return count <= 0;
  });
}

function sameId({ id }: EntryChange, among: readonly EntryChange[]): EntryChange | undefined {
  return id === undefined ? undefined : among.find((one) => one.id === id);
}

/** Above this number of changes, comparing texts would take too long. */
const maxCompared = 300;

function mostInCommon(change: EntryChange, among: readonly EntryChange[]): EntryChange | undefined {
  if (among.length > maxCompared) return among[0];
  const words = wordsOf(change);
  let [best, most]: [EntryChange | undefined, number] = [undefined, -1];
  for (const one of among) {
    const common = [...wordsOf(one)].filter((word) => words.has(word)).length;
    if (common > most) [best, most] = [one, common];
  }
  return best;
}

function wordsOf({ html }: EntryChange): Set<string> {
  return new Set(
    changeText(html)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
}
