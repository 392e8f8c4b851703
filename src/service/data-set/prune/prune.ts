import type { Clock } from '../../../lib/time/clock.ts';
import { untyped } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createWriteQueue } from '../../database/write-queue.ts';
import { type Changed, emitChanged } from '../../events/emit.ts';
import { removeFilesOf } from '../../resources/file-uses.ts';
import { deleteRelease } from '../../resources/releases/write-release.ts';
import { publicChangeOf } from '../public-change.ts';
import type { PrunePlan } from './plan-prune.ts';
import { ownersOf, type Prunable, type PrunableRow, prunable, rowsOf } from './prunable.ts';

/**
 * Removes the planned rows in batches, between which other processes may write, and files that only
 * these rows referred to. Rows that were changed after the export, or that a resource refers to,
 * are kept. The function can be repeated without harm, and returns the number of removed rows of
 * each collection.
 * @throws DatabaseUnavailableError if another process writes for long
 */
export async function prune(
  db: Db,
  { exported_at, removed }: PrunePlan,
  clock: Clock,
): Promise<Map<Prunable, number>> {
  const inTurn = createWriteQueue(clock, lockTimeoutMs);
  const counts = new Map<Prunable, number>();
  for (const [collection, rows] of removed)
    for (let at = 0; at < rows.length; at += maxAtOnce) {
      const batch = rows.slice(at, at + maxAtOnce);
      const gone = await inTurn(() =>
        inTransaction(db, (db) =>
          removeAll(db, { collection, batch, exported_at, now: clock.now() }),
        ),
      );
      counts.set(collection, (counts.get(collection) ?? 0) + gone);
      await clock.sleep(pauseMs);
    }
  return counts;
}

const lockTimeoutMs = 5000;
const maxAtOnce = 50;
/**
 * A pause after each batch, so that other processes can write. SQLite has no queue, so waiting
 * processes poll for the lock.
 */
const pauseMs = 10;

interface Batch {
  collection: Prunable;
  batch: readonly PrunableRow[];
  exported_at: string;
  now: Date;
}

async function removeAll(db: Db, { collection, batch, exported_at, now }: Batch): Promise<number> {
  let gone = 0;
  let shown: Changed | undefined;
  for (const { id } of batch) {
    const [row] = await rowsOf(db, collection, id);
    if (!row || row.changed_at >= exported_at) continue;
    if ((await ownersOf(db, collection, id)).length > 0) continue;
    // One event per batch is enough, because receivers of the event compare all content.
    shown ??= await publicChangeOf(db, { collection, id });
    await remove(db, { collection, id, now });
    gone += 1;
  }
  if (shown) await emitChanged(db, shown, now);
  return gone;
}

async function remove(
  db: Db,
  { collection, id, now }: { collection: Prunable; id: string; now: Date },
): Promise<void> {
  if (collection === 'releases') {
    await deleteRelease(db, id, now);
    return;
  }
  const { table } = prunable[collection];
  const rows = await untyped(db).selectFrom(table).selectAll().where('id', '=', id).execute();
  await untyped(db).deleteFrom(table).where('id', '=', id).execute();
  for (const row of rows) await removeFilesOf(db, table, row);
}
