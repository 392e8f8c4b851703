import type { Command } from 'commander';
import { count } from '../../src/lib/text/text.ts';
import { type Restored, restoreBackup } from '../../src/service/backup/restore.ts';
import { writeBackup } from '../../src/service/backup/write-backup.ts';
import { waitOrFail } from '../terminal/waiting.ts';
import { type DatabaseOptions, findFileOnly } from './named-database.ts';
import { formatRow } from './with-database.ts';

interface RestoreOptions extends DatabaseOptions {
  replace: boolean;
}

/**
 * The commands `backup`, which copies a database file, and `restore`, which restores such a copy.
 */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('back up the database to a file, even while the service is running')
    .action(async (backup: string, _options: unknown, command: Command) => {
      const { file, again } = findFileOnly(command.optsWithGlobals(), 'pg_dump');
      const bytes = await writeBackup(file, backup, { again, ...waitOrFail(true) });
      console.log(
        `Backed up ${file} to ${backup}: ${Math.ceil(bytes / 1024)} KiB, verified. It contains the secrets of hooks.`,
      );
    });
  program
    .command('restore <file>')
    .description('restore a backup; the service must be stopped')
    .option(
      '--replace',
      'replace the current data; revocations and erasures since the backup stay in effect',
      false,
    )
    .action(async (backup: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<RestoreOptions>();
      const into = findFileOnly(options, 'pg_restore');
      const { replace } = options;
      const restored = await restoreBackup(backup, into, { replace, ...waitOrFail(true) });
      console.log(describeRestored(restored, { backup, file: into.file }));
    });
}

/** Describes the data that was restored and the data that was lost. */
function describeRestored(
  { rows, kept, lost }: Restored,
  { backup, file }: { backup: string; file: string },
): string {
  const gone = lost.map(({ what, count: number }) => count(number, what)).join(', ');
  const restored = `Restored ${file} from ${backup}: ${rows} rows.`;
  const done = gone
    ? `${restored}\nThis data is lost, because it was added or changed since the backup: ${gone}.`
    : restored;
  if (kept === undefined)
    return `${done}\nThere was no database to compare the backup with. Keys and hooks that were revoked since the backup are valid again: check "keys list" and "hooks list". Subscribers that were erased since the backup are back: erase these subscribers again.`;
  if (kept.length === 0) return `${done}\nNothing was revoked or erased since the backup.`;
  return [
    `${done}\nThese items were not restored, because they were revoked, erased or finished since the backup:`,
    ...kept.map(({ what, id, how }) => formatRow(`  ${what}`, id, how)),
  ].join('\n');
}
