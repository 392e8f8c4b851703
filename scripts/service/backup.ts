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
    .description('back up the database to a file, even while a service uses it')
    .action(async (backup: string, _options: unknown, command: Command) => {
      const { file, again } = namedFileAlone(command.optsWithGlobals(), 'pg_dump');
      const bytes = await writeBackup(file, backup, { again, ...waitingOrNot(true) });
      console.log(
        `Backed up ${file} to ${backup}: ${Math.ceil(bytes / 1024)} KiB, verified. It contains secrets of hooks.`,
      );
    });
  program
    .command('restore <file>')
    .description('restore a backup; stop the service first')
    .option('--replace', 'replace the content; what was revoked and erased since stays so', false)
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
  const done = gone
    ? `${restored}\nLost, because it was created or changed after the backup: ${gone}.`
    : restored;
  if (kept === undefined)
    return `${done}\nThe database was empty, so revoked keys and hooks, and erased subscribers, may be back. Check "keys list" and "hooks list", and erase them again.`;
  if (kept.length === 0) return `${done}\nNothing in it was revoked or erased since.`;
  return [`${done}\nKept as they were after the backup:`, ...kept.map(keptLine)].join('\n');
}

function keptLine({ what, id, how }: KeptRevoked): string {
  return row(`  ${what}`, id, how);
}
