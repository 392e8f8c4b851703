import { sql } from 'kysely';
import { wordsOf } from '../../database/engine.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RefusedError } from '../../refused-error.ts';
import type { StoredFile } from '../files.ts';
import { referredFiles } from '../referred-files.ts';

/** How long an unused upload is kept. */
const unusedMs = 24 * 60 * 60_000;
/**
 * Maximum number of uploads that are removed in one transaction. The number is small, because other
 * writes wait while large files are removed.
 */
const maxAtOnce = 10;

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
        `The workspace's files would exceed ${maxBytes / 2 ** 20} MB. Delete releases with files, or raise FILES_MAX_MB.`,
      );
    const { name } = file;
    await db.insertInto('file').values(file).execute();
    const uploaded_at = clock.now().toISOString();
    await db.insertInto('unused_upload').values({ name, uploaded_at }).execute();
  });
}

/**
 * Marks the uploads that a resource refers to as used.
 * @param referring the resource
 */
export async function keepUploads(db: Db, referring: object): Promise<void> {
  const names = referredFiles(referring);
  if (names.size === 0) return;
  await db.deleteFrom('unused_upload').where(wordsOf(db).isAmong('name', names)).execute();
}

/** Removes a batch of unused uploads. Returns whether there may be more. */
export async function removeUnusedUploads(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - unusedMs).toISOString();
  const unused = await db
    .selectFrom('unused_upload')
    .select('name')
    .where('uploaded_at', '<', before)
    .orderBy('uploaded_at')
    .limit(maxAtOnce)
    .execute();
  const names = unused.map(({ name }) => name);
  if (names.length > 0)
    await db.deleteFrom('file').where(wordsOf(db).isAmong('name', names)).execute();
  return names.length === maxAtOnce;
}
