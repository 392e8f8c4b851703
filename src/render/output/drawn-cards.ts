import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { namesIn } from '../../lib/files/missing.ts';
import { cacheFolder } from '../../lib/files/places.ts';
import type { Task } from '../routes/task.ts';

// Cards that were drawn, for whatever build wants them next: each is called by the digest of what it
// shows, so that whoever has drawn one has drawn it for all.

/** Of all builds of this project. */
export const ownCards = cacheFolder('cards');

/** What stands in a card's file. */
export interface DrawnCard {
  bytes: Uint8Array;
  /** Whether it lacks its picture, until the next build. */
  isStandIn: boolean;
}

/** A card, drawn only where none of its key is kept. */
export async function keptOrDrawn(task: Task, key: string, cards: string): Promise<DrawnCard> {
  const file = join(cards, `${key}${ending}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) {
    const now = new Date();
    await utimes(file, now, now).catch(() => {});
    return { bytes: known, isStandIn: false };
  }
  let isWhole = true;
  const bytes = await task.run(() => {
    isWhole = false;
  });
  // Under its key stands what it shows, and this shows less.
  if (!isWhole) return { bytes, isStandIn: true };
  // What cannot be kept is drawn again: a full disk is the output's to tell.
  await writeFileAtomically(file, bytes)
    .then(() => sweep(cards))
    .catch(() => {});
  return { bytes, isStandIn: false };
}

const ending = '.jpg';
/** What a card is called, also while it is written. Whatever else lies there is somebody's own. */
const own = /^[\da-f]{32}\.jpg(?:\.[\da-f-]{36}\.tmp)?$/;

/** Some 100 MB at most; all cards of ten sites. */
const mostKept = 2000;
/** So that not every card has others swept. */
const keptThen = 1800;

/** Removes those that were not used for the longest time, where there are many. */
export async function sweep(cards: string, most = mostKept, then = keptThen): Promise<void> {
  const names = (await namesIn(cards)).filter((name) => own.test(name));
  if (names.length <= most) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(cards, name);
      return { file, used: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  files.sort((one, other) => other.used - one.used);
  for (const { file } of files.slice(then)) await rm(file, { force: true });
}
