import { createReadStream } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailableError, explaining } from '../../../lib/database/unavailable.ts';
import { openServiceFile } from './file.ts';
import { emptyLog, rewrite } from './rewrite.ts';

/**
 * Has a file and its log of writes hold none of these texts any more, which were deleted from it.
 * SQLite overwrites what it deletes, but for copies that it left as it moved rows from page to page:
 * where one is found, the whole file is written anew, and so it is where nobody knows the texts any
 * more. No connection to the file may be open in this process, as reading it would give up SQLite's
 * locks.
 * @param texts undefined where they are not known
 * @returns false where it cannot be done now: another process uses the log, or the disk is full
 */
export async function removeTraces(
  file: string,
  texts: readonly string[] | undefined,
  waitMs: number | undefined,
): Promise<boolean> {
  try {
    if (!withConnection(file, waitMs, emptyLog)) return false;
    const mayBeLeft = texts === undefined || (await holdsAny(file, texts));
    return !mayBeLeft || withConnection(file, waitMs, rewrite);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false;
    throw error;
  }
}

function withConnection<T>(
  file: string,
  waitMs: number | undefined,
  work: (connection: DatabaseSync) => T,
): T {
  const connection = openServiceFile(file);
  try {
    if (waitMs !== undefined) connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    return explaining(() => work(connection));
  } finally {
    connection.close();
  }
}

/** Whether a file's bytes hold one of these texts, in whatever case its letters from A to Z are. */
async function holdsAny(file: string, texts: readonly string[]): Promise<boolean> {
  const wanted = texts.map((text) => Buffer.from(text).toString('latin1').toLowerCase());
  const longest = Math.max(0, ...wanted.map(({ length }) => length));
  let end = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const bytes = end + chunk.toLowerCase();
    if (wanted.some((text) => bytes.includes(text))) return true;
    end = bytes.slice(-longest);
  }
  return false;
}
