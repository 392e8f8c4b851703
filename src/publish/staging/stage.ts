import { rmSync } from 'node:fs';
import { failureText } from '../generations/failure.ts';
import { type FileIndex, indexFiles } from '../generations/file-index.ts';
import { type CopiedSite, copySite } from './copy-site.ts';
import { loadPublishCache, type PublishCache } from './publish-cache.ts';
import { type ValidFiles, validAmong } from './verify.ts';

// Takes a site that is still being built; gives a copy of what there is of it, checked.
// What changes afterwards is seen by its size, its time and its bytes, and copied again.

export interface StageOptions {
  /** What is built; left as it is. */
  built: string;
  /** The public folder, absolute. */
  outDir: string;
  /** A file that may remember what was built and shown before. */
  publishCache?: string | undefined;
  /**
   * A folder in which a plain folder's old site may wait for somebody with time to remove it: what
   * of it is in public still. What was changed or withdrawn is removed with the publication.
   */
  trash?: string | undefined;
}

/** A copy that was begun; removed in the end, unless it took another place. */
export interface StagedCopy extends Disposable {
  /** Where the copy is. */
  folder: string;
  known: PublishCache;
  /** Of what was built by then. */
  index: FileIndex;
  copied: CopiedSite;
  valid: ValidFiles;
}

/** @param to a folder for the copy; what is there is removed @throws WaymarkError */
export async function stageCopy(
  { built, outDir, publishCache, trash }: StageOptions,
  to: string,
): Promise<StagedCopy> {
  try {
    removeFolder(to);
    // While the rest is still built, nobody waits for this.
    if (trash) removeFolder(trash);
    const known = await loadPublishCache(publishCache);
    const index = await indexFiles(built, known.built);
    const copied = await copySite({ built, index, to, shown: known.shown, durable: false });
    const valid = await validAmong(to, copied);
    return {
      folder: to,
      known,
      index,
      copied,
      valid,
      [Symbol.dispose]: () => removeFolder(to),
    };
  } catch (error) {
    removeFolder(to);
    throw failureText(outDir, error);
  }
}

/** Nobody else is to have a turn here, and without waiting for each file it takes a third. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
