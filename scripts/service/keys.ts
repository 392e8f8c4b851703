import type { Command } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import { createKey, listKeys, revokeKey } from '../../src/service/keys/keys.ts';
import { row, withDatabase } from './with-database.ts';

/** `keys`: who may use the API. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');
  keys
    .command('create <name>')
    .description('create a key; prints it, once')
    .action(
      withDatabase(async (db, [name = '']) => {
        const { id, key } = await createKey(db, name, new Date());
        return `Created ${id} (${name}). The key, shown only now:\n${key}`;
      }),
    );
  keys
    .command('list')
    .description('list the keys by their names')
    .action(
      withDatabase(async (db) =>
        (await listKeys(db)).map(({ id, name, created_at, revoked_at }) =>
          row(id, name, `created ${created_at}`, revoked_at && `revoked ${revoked_at}`),
        ),
      ),
    );
  keys
    .command('revoke <id>')
    .description('make a key invalid, at once')
    .action(
      withDatabase(async (db, [id = '']) => {
        if (await revokeKey(db, id, new Date())) return `Revoked ${id}.`;
        throw new SettingsError(`No valid key has the id ${id}. "keys list" shows them.`);
      }),
    );
}
