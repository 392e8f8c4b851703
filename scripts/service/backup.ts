import type { Command } from 'commander';
import { type Restored, restoreBackup } from '../../src/service/backup/restore.ts';
import type { KeptRevoked } from '../../src/service/backup/revoke-again.ts';
import { writeBackup } from '../../src/service/backup/write-backup.ts';
import { count } from '../../src/sync/report/words.ts';
import { waitingOrNot } from '../terminal/waiting.ts';
import { type DatabaseOptions, namedFileAlone } from './named-database.ts';
import { row } from './with-database.ts';

interface RestoreOptions extends DatabaseOptions {
  replace: boolean;
}

/** `backup` and `restore`: a database file at one moment, and back. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('write what the database holds now to a file, also while a service runs on it')
    .action(async (backup: string, _options: unknown, command: Command) => {
      const { file, again } = namedFileAlone(command.optsWithGlobals(), 'pg_dump');
      const bytes = await writeBackup(file, backup, { again, ...waitingOrNot(true) });
      console.log(
        `Backed up ${file} to ${backup}: ${Math.ceil(bytes / 1024)} KiB, looked through and whole. Secrets of hooks are in it.`,
      );
    });
  program
    .command('restore <file>')
    .description('bring back what a backup holds; the service has to be stopped')
    .option('--replace', 'what is there goes, but for what was revoked and erased since', false)
    .action(async (backup: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<RestoreOptions>();
      const into = namedFileAlone(options, 'pg_restore');
      const { replace } = options;
      const restored = await restoreBackup(backup, into, { replace, ...waitingOrNot(true) });
      console.log(restoredText(restored, { backup, file: into.file }));
    });
}

/** What was brought back, and what was not. */
function restoredText(
  { rows, kept, lost }: Restored,
  { backup, file }: { backup: string; file: string },
): string {
  const gone = lost.map(({ what, count: number }) => count(number, what)).join(', ');
  const restored = `Restored ${file} from ${backup}: ${rows} rows.`;
  const done = gone ? `${restored}\nGone, as made or changed since the backup: ${gone}.` : restored;
  if (kept === undefined)
    return `${done}\nThere was nothing to compare it with: keys and hooks that were revoked since the backup, and subscribers that were erased, are back. Look at "keys list" and "hooks list", and erase them again.`;
  if (kept.length === 0) return `${done}\nNothing that it holds was revoked or erased since.`;
  return [`${done}\nAs they were made since the backup:`, ...kept.map(keptLine)].join('\n');
}

function keptLine({ what, id, how }: KeptRevoked): string {
  return row(`  ${what}`, id, how);
}
