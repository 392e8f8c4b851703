import type { EntryChange } from '../../model/content/content.ts';
import { changeKey, changeText } from '../../model/content/release-log.ts';

export interface ComparedChanges {
  /** Keys of all changes after. */
  keys: ReadonlySet<string>;
  /** Keys of the changes by which their number grew. */
  added: string[];
  /** The number by which they became fewer. */
  removed: number;
  /** By the key before: the key after. */
  reworded: ReadonlyMap<string, string>;
  /** Equal texts have one key, so this may be more than `reworded` holds. */
  rewordedCount: number;
}

/**
 * Tells added and removed changes from reworded ones. A change is added only if their number grew:
 * of those with new texts, each old text takes the one with its id or the most words in common.
 */
export function compareChanges(
  before: readonly EntryChange[],
  after: readonly EntryChange[],
): ComparedChanges {
  const keysAfter = after.map(changeKey);
  const gone = withoutCommon(before, keysAfter);
  const fresh = withoutCommon(after, before.map(changeKey));
  const reworded: [string, string][] = [];
  // Those with the same id first, so that no other takes their place.
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
    added: fresh.map(changeKey),
    removed: gone.length,
    reworded: new Map(reworded),
    rewordedCount: reworded.length,
  };
}

/** The changes without one for each of the keys. */
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

/** Of more changes than this, the texts are not compared. */
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
