import type { EntryChange } from '../../model/content/content.ts';
import { changeKey, changeText } from '../../model/content/release-log.ts';

export interface ComparedChanges {
  /** Keys of all changes after. */
  keys: ReadonlySet<string>;
  added: EntryChange[];
  /** How many changes were removed. */
  removed: number;
  /** Maps the key before to the key after. */
  reworded: ReadonlyMap<string, string>;
  /** May exceed the size of `reworded`, as equal texts have one key. */
  rewordedCount: number;
}

/**
 * Separates added and removed changes from reworded ones. A change counts as added only if the
 * number of changes grew: each text that is gone is paired with the new text that has its id or the
 * most words in common with it.
 */
export function compareChanges(
  before: readonly EntryChange[],
  after: readonly EntryChange[],
): ComparedChanges {
  const keysAfter = after.map(changeKey);
  const gone = withoutCommon(before, keysAfter);
  const fresh = withoutCommon(after, before.map(changeKey));
  const reworded: [string, string][] = [];
  // Pairs with the same id come first, so that no similar text takes their place.
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

/** The changes that are left when each key has removed one of its own. */
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
