import { sql } from 'kysely';
import { wordsOf } from '../../database/engine.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RefusedError } from '../../refused-error.ts';
import { dropUsed, markFiles } from '../file-uses.ts';
import type { StoredFile } from '../files.ts';

/** How long an unused file is kept, since sent feeds and other sites may show it. */
const unusedMs = 24 * 60 * 60_000;
/**
 * Maximum number of uploads that are removed in one transaction. The number is small, because other
 * writes wait while large files are removed.
 */
const maxAtOnce = 10;
/** Maximum number of marked files whose use is checked at once. */
const maxChecked = 1000;

interface Storing {
  clock: { now: () => Date };
  /** Maximum total size of all files, in bytes. */
  maxBytes: number;
}

/**
 * Stores a prepared file, so that resources can refer to `/files/<name>`.
 * @throws RefusedError if the file would make the total size of all files too large
 */
export function saveUpload(db: Db, file: StoredFile, { clock, maxBytes }: Storing): Promise<void> {
  return inTransaction(db, async (db) => {
    const total = await db
      .selectFrom('file')
      .select(sql<number | string>`coalesce(sum(length(bytes)), 0)`.as('bytes'))
      .executeTakeFirstOrThrow();
    if (Number(total.bytes) + file.bytes.length > maxBytes)
      throw new RefusedError(
        'too-large',
        `The workspace's files would exceed ${maxBytes / 2 ** 20} MB. Remove files ("files list" shows them), or raise FILES_MAX_MB.`,
      );
    await db.insertInto('file').values(file).execute();
    await markFiles(db, [file.name], clock.now());
  });
}

/**
 * Removes the files that nothing has used for long, and unmarks the others that were marked so
 * long ago. Resources may change meanwhile: this changes the mark, and only files with an old mark
 * are removed. Returns whether there may be more.
 */
export async function removeUnusedUploads(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - unusedMs).toISOString();
  await forgetFuture(db, now);
  const marked = await db
    .selectFrom('unused_upload')
    .select('name')
    .where('uploaded_at', '<', before)
    .orderBy('uploaded_at')
    .limit(maxChecked)
    .execute();
  if (marked.length === 0) return false;
  const unused = new Set(marked.map(({ name }) => name));
  await dropUsed(db, unused);
  const used = marked.map(({ name }) => name).filter((name) => !unused.has(name));
  const names = [...unused].slice(0, maxAtOnce);
  const { isAmong } = wordsOf(db);
  await inTransaction(db, async (db) => {
    const isOld = db.selectFrom('unused_upload').select('name').where('uploaded_at', '<', before);
    await db
      .deleteFrom('file')
      .where('name', 'in', isOld.where(isAmong('name', names)))
      .execute();
    await db
      .deleteFrom('unused_upload')
      .where('uploaded_at', '<', before)
      .where(isAmong('name', used))
      .execute();
  });
  return unused.size > maxAtOnce || marked.length === maxChecked;
}

/** Marks of the future, from before the clock was set back, count from now on. */
async function forgetFuture(db: Db, now: Date): Promise<void> {
  const uploaded_at = now.toISOString();
  const later = db
    .selectFrom('unused_upload')
    .select('name')
    .where('uploaded_at', '>', uploaded_at);
  const names = (await later.execute()).map(({ name }) => name);
  if (names.length > 0)
    await db
      .updateTable('unused_upload')
      .set({ uploaded_at })
      .where(wordsOf(db).isAmong('name', names))
      .execute();
}
