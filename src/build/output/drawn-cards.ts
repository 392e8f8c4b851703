import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { namesIn } from '../../lib/files/missing.ts';
import { cacheFolder } from '../../lib/files/places.ts';
import type { Task } from '../render/task.ts';

// Cards that were drawn, for whatever build wants them next: each is called by the digest of what it
// shows, so that whoever has drawn one has drawn it for all.

/** Of all builds of this project. */
export const ownCards = cacheFolder('cards');

/** What stands in a card's file. */
export interface DrawnCard {
  bytes: Uint8Array;
  /** Whether that is another picture, until the next build. */
  isStandIn: boolean;
}

/**
 * A card, drawn only where none of its key is kept. One that takes too long is drawn all the same,
 * and kept.
 * @param patienceMs how long somebody waits for it, in milliseconds; undefined: until it is drawn
 */
export async function drawnCard(
  task: Task,
  key: string,
  { cards, patienceMs }: { cards: string; patienceMs: number | undefined },
): Promise<DrawnCard> {
  const drawing = keptOrDrawn(task, key, cards);
  const { standIn } = task;
  if (!standIn || patienceMs === undefined) return { bytes: await drawing, isStandIn: false };
  // It may fail when nobody waits for it any more.
  drawing.catch(() => {});
  const late = new AbortController();
  const bytes = await Promise.race([drawing, delay(patienceMs, undefined, late)]).finally(() =>
    late.abort(),
  );
  return bytes ? { bytes, isStandIn: false } : { bytes: await standIn(), isStandIn: true };
}

async function keptOrDrawn(task: Task, key: string, cards: string): Promise<Uint8Array> {
  const file = join(cards, `${key}${ending}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) {
    const now = new Date();
    await utimes(file, now, now).catch(() => {});
    return known;
  }
  const bytes = await task.run();
  // What cannot be kept is drawn again: a full disk is the output's to tell.
  await writeFileAtomically(file, bytes)
    .then(() => sweep(cards))
    .catch(() => {});
  return bytes;
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
