import { setImmediate as turn } from 'node:timers/promises';

/**
 * Does a little synchronous work for each of many items, and lets others have a turn now and then.
 * For files this costs a quarter of what waiting for each of them does.
 */
export async function forEachYielding<T>(
  items: Iterable<T>,
  work: (item: T) => void,
): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % itemsInTurn === 0) await turn();
  }
}

/** Of small files so many are read in some ten milliseconds. */
const itemsInTurn = 500;
