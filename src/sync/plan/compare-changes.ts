import type { EntryChange } from '../../model/content/content.ts';
import { changeKey, changeText } from '../../model/content/release-log.ts';

export type ComparedChanges = ReturnType<typeof compareChanges>;

/**
 * Finds out which changes were added, removed or reworded. A missing text and a new text count as
 * one reworded change if they have the same id or, failing that, the most words in common. Changes
 * that cannot be paired in this way count as added or removed.
 */
export function compareChanges(before: readonly EntryChange[], after: readonly EntryChange[]) {
  const keysAfter = after.map(changeKey);
  const gone = withoutCommon(before, keysAfter);
  const fresh = withoutCommon(after, before.map(changeKey));
  const reworded: [string, string][] = [];
  // Changes with the same id are paired first, so that none is paired with a similar text by
  // mistake.
  for (const pick of [sameId, mostInCommon])
    for (const one of [...gone]) {
      const match = pick(one, fresh);
      if (!match) continue;
      gone.splice(gone.indexOf(one), 1);
      fresh.splice(fresh.indexOf(match), 1);
      reworded.push([changeKey(one), changeKey(match)]);
    }
  return {
    /** Keys of all changes that the release has now. */
    keys: new Set(keysAfter),
    added: fresh,
    removed: gone.length,
    /** Maps the former key of a reworded change to its current key. */
    reworded: new Map(reworded),
    /** `reworded` may have fewer, because equal changes have the same key. */
    rewordedCount: reworded.length,
  };
}

/**
 * The changes whose key is not among `keys`. If several changes have the same key, each needs its
 * own occurrence in `keys`.
 */
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

/** Maximum number of changes whose texts are compared, which takes quadratic time. */
const maxCompared = 300;

function mostInCommon(change: EntryChange, among: readonly EntryChange[]): EntryChange | undefined {
  if (among.length > maxCompared) return among[0];
  const words = splitWords(change);
  let [best, most]: [EntryChange | undefined, number] = [undefined, -1];
  for (const one of among) {
    const common = [...splitWords(one)].filter((word) => words.has(word)).length;
    if (common > most) [best, most] = [one, common];
  }
  return best;
}

function splitWords({ html }: EntryChange): Set<string> {
  return new Set(
    changeText(html)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
}
