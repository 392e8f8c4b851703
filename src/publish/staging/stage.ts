import { rmSync } from 'node:fs';
import { inWords } from '../generations/failure.ts';
import { type Stock, takeStock } from '../generations/file-index.ts';
import { type Copied, copySite } from './copy-site.ts';
import { type Memory, recall } from './publish-cache.ts';
import { type Sound, soundAmong } from './verify.ts';

// Takes a site that is still being built; gives a copy of what there is of it, checked.
// What changes afterwards is seen by its size, its time and its bytes, and copied again.

export interface BeginOptions {
  /** What is built; left as it is. */
  built: string;
  /** The public folder, absolute. */
  outDir: string;
  /** A file that may remember what was built and shown before. */
  memory?: string | undefined;
  /**
   * A folder in which a plain folder's old site may wait for somebody with time to remove it: what
   * of it is in public still. What was changed or withdrawn is removed with the publication.
   */
  attic?: string | undefined;
}

/** A copy that was begun; removed in the end, unless it took another place. */
export interface Begun extends Disposable {
  /** Where the copy is. */
  folder: string;
  known: Memory;
  /** Of what was built by then. */
  stock: Stock;
  copied: Copied;
  sound: Sound;
}

/** @param to a folder for the copy; what is there is removed @throws WaymarkError */
export async function beginCopy(
  { built, outDir, memory, attic }: BeginOptions,
  to: string,
): Promise<Begun> {
  try {
    removeFolder(to);
    // While the rest is still built, nobody waits for this.
    if (attic) removeFolder(attic);
    const known = await recall(memory);
    const stock = await takeStock(built, known.built);
    const copied = await copySite({ built, stock, to, shown: known.shown, durable: false });
    const sound = await soundAmong(to, copied);
    return { folder: to, known, stock, copied, sound, [Symbol.dispose]: () => removeFolder(to) };
  } catch (error) {
    removeFolder(to);
    throw inWords(outDir, error);
  }
}

/** Nobody else is to have a turn here, and without waiting for each file it takes a third. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
