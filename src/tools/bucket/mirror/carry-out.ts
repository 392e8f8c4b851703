import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../../lib/digest.ts';
import { forAll } from '../../../lib/for-all.ts';
import { WaymarkError } from '../../../model/errors.ts';
import type { KnownObject } from './manifest.ts';
import type { MirrorPlan, Upload } from './plan.ts';
import type { ObjectStore, Sending } from './store/object-store.ts';

interface CarryOutOptions {
  store: ObjectStore;
  /** Folder that contains the site's files. */
  folder: string;
  sending: Sending;
  onDone: (change: { kind: 'uploaded' | 'deleted'; key: string }) => void;
}

/** Maximum number of concurrent requests. Large files are uploaded one at a time. */
const atOnce = 24;
/** Files of at least this many bytes count as large. */
const largeFrom = 4 * 1024 * 1024;

/**
 * Carries out a plan, stage by stage. Stops after a stage in which the store refused an upload
 * because another publisher changed the object. Returns the objects known to be in the bucket, and
 * whether the whole plan was carried out.
 * @throws WaymarkError after all requests have ended
 */
export async function carryOut(
  { uploads, deletions, kept }: MirrorPlan,
  { store, folder, sending, onDone }: CarryOutOptions,
): Promise<{ known: Map<string, KnownObject>; isDone: boolean }> {
  const known = new Map(kept);
  for (const stage of uploads) {
    let refused = 0;
    const upload = async ({ key, object, condition }: Upload) => {
      const bytes = await bytesOf(folder, object);
      const put = await store.put(key, bytes, object, condition, sending);
      if (put.kind === 'refused') {
        refused += 1;
        return;
      }
      known.set(key, { etag: put.etag, mark: object.mark });
      onDone({ kind: 'uploaded', key });
    };
    const isLarge = ({ object }: Upload) => object.size >= largeFrom;
    await forAll(
      stage.filter((one) => !isLarge(one)),
      atOnce,
      upload,
    );
    await forAll(stage.filter(isLarge), 1, upload);
    if (refused > 0) return { known, isDone: false };
  }
  for (const stage of deletions)
    await forAll(stage, atOnce, async (key) => {
      await store.remove(key, sending);
      onDone({ kind: 'deleted', key });
    });
  return { known, isDone: true };
}

async function bytesOf(
  folder: string,
  { path, digest: wanted }: Upload['object'],
): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, path));
  if (digest(bytes) === wanted) return bytes;
  throw new WaymarkError(`${path} was changed by another program after it was built. Build again.`);
}
