import { setImmediate as turn } from 'node:timers/promises';

/**
 * Runs short synchronous work for each item, and yields to the event loop at intervals. Reading
 * files synchronously in this way takes a quarter of the time of asynchronous reads.
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

/** Number of items between yields. Reading 500 small files takes about ten milliseconds. */
const itemsInTurn = 500;
