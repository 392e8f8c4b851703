import type { Command } from 'commander';
import { WebAddress } from '../../src/model/api/primitives.ts';
import { SettingsError } from '../../src/model/errors.ts';
import { nameWorkspace, readWorkspace } from '../../src/service/resources/workspace.ts';
import { formatRow, onDatabase } from './with-database.ts';

interface Changes {
  name?: string;
  url?: string;
}

/** The `workspace` command: shows and changes the site's name and address. */
export function addWorkspaceCommand(program: Command): void {
  const command = program
    .command('workspace')
    .description('show the workspace, or change its name or address')
    .option('--name <name>', 'its name, shown in the header of every page')
    .option('--url <address>', 'the address of the public changelog');
  onDatabase(command, async (db, _args, changes: Changes) => {
    assertUsable(changes);
    const isShown = changes.name === undefined && changes.url === undefined;
    const { id, name, url } = isShown
      ? await readWorkspace(db)
      : await nameWorkspace(db, changes, new Date());
    return formatRow(id, name, url);
  });
}

/** @throws SettingsError */
function assertUsable({ name, url }: Changes): void {
  if (name !== undefined && name.trim() === '')
    throw new SettingsError(
      'The value of --name is empty. Set it to the name of the workspace, such as "Acme".',
    );
  if (url === undefined || (WebAddress.safeParse(url).success && !hasCredentials(url))) return;
  throw new SettingsError(
    'The value of --url is not usable: expected an address such as https://changelog.example.com, without a password.',
  );
}

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}
