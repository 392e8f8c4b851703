/**
 * Backs up a database, even while it is in use. The backup has the state of one moment, and is
 * written completely or not at all. The database is not written to.
 */
import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';
import { snapshot } from '../database/snapshot.ts';
import { isMovedFile } from '../database/sqlite/moved.ts';
import { verifySqlite } from '../database/sqlite/verify.ts';
import { assertFolderOf, isPartOf, kindOf } from './place.ts';
import { withStagedFile } from './staged.ts';

interface BackupOptions extends Waiting {
  /** Whether to back up the database even if it is marked as moved to another one. */
  again?: boolean | undefined;
}

/**
 * Writes a backup and returns its size in bytes. An earlier backup is replaced only when the new
 * one is complete and verified. Only the owner can read the backup, because it contains the secrets
 * of hooks.
 * @throws SettingsError if the database is missing or marked as moved, or if the file to replace is
 * not a backup
 */
export async function writeBackup(
  database: string,
  file: string,
  { again = false, ...waiting }: BackupOptions = {},
): Promise<number> {
  if (!existsSync(database))
    throw new SettingsError(`There is no database ${database}. Name it with --database.`);
  assertFolderOf(file, `${database} was not backed up`);
  await refuseOther(database, file);
  try {
    return await withStagedFile(file, waiting, async (staged) => {
      await snapshot(database, staged);
      if (!again && isMovedFile(staged))
        throw new SettingsError(
          `${database} was not backed up, because it was copied to another database, which replaces it (see "copy"). Back up that other database with pg_dump. To back up this file anyway, use --again.`,
        );
      await verifySqlite(staged, {
        is: `${database} was not backed up`,
        next: `${file} was not changed. If the database is damaged, restore that backup.`,
      });
      const { size } = await stat(staged);
      // The path is checked again, because another file may have been created there since the first
      // check.
      await refuseOther(database, file);
      await rename(staged, file);
      await syncFolder(dirname(file));
      return size;
    });
  } catch (error) {
    if (error instanceof SettingsError || !(error instanceof Error)) throw error;
    throw new SettingsError(
      `${database} could not be backed up to ${file} (${error.message}). The earlier backup was not changed.`,
      { cause: error },
    );
  }
}

async function refuseOther(database: string, file: string): Promise<void> {
  if (!existsSync(file)) return;
  if (isPartOf(database, file))
    throw new SettingsError(`${file} is the database itself. Name another file.`);
  const kind = await kindOf(file);
  if (kind === 'backup') return;
  const why =
    kind === 'opened'
      ? `is not a Waymark backup, or was opened as a database after the backup (by a service, or by a command such as "keys list --database"), so it may hold newer data. The file was not changed. Move it away, or name another file.`
      : `is not a Waymark backup, and was not changed. Name another file.`;
  throw new SettingsError(`${file} ${why}`);
}
