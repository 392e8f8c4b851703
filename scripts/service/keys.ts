import type { Command } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import { VisibleName } from '../../src/service/contract/inputs.ts';
import {
  type ApiKey,
  createKey,
  isExpired,
  listKeys,
  revokeKey,
} from '../../src/service/keys/keys.ts';
import { addCommand } from './kinds/command.ts';
import { toFutureTime } from './time.ts';
import { formatOne, formatRow, type Json, onDatabase } from './with-database.ts';

interface Creation extends Json {
  expires?: string;
}

/** The `keys` commands manage the keys that give access to the API. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');
  const create = addCommand(keys, 'create <name>', 'create a key; prints it, once').option(
    '--expires <time>',
    'when the key becomes invalid, with a time zone, such as 2030-01-31T18:00:00Z (default: never)',
    toFutureTime('--expires'),
  );
  onDatabase(create, async (db, [name = ''], options: Creation) => {
    assertName(name);
    const created = await createKey(db, { name, expires_at: options.expires }, new Date());
    const until = options.expires ? `, valid until ${options.expires}` : '';
    const text = `Created ${created.id} (${name})${until}. The key, shown only now:\n${created.key}`;
    return formatOne(options, created, text);
  });
  const list = addCommand(keys, 'list', 'list the keys by name');
  onDatabase(list, async (db, _args, options: Json) =>
    (await listKeys(db)).map((key) => formatOne(options, key, textOf(key))),
  );
  const revoke = addCommand(keys, 'revoke <id>', 'revoke a key, with immediate effect');
  onDatabase(revoke, async (db, [id = ''], options: Json) => {
    if (!(await revokeKey(db, id, new Date())))
      throw new SettingsError(`No valid key has the id ${id}. "keys list" shows all keys.`);
    const revoked = (await listKeys(db)).find((key) => key.id === id);
    return formatOne(options, { ...revoked }, `Revoked ${id}.`);
  });
}

function textOf(key: ApiKey): string {
  const { id, name, created_at, expires_at, revoked_at } = key;
  return formatRow(
    ...[id, name, `created ${created_at}`],
    expires_at && `${isExpired(key, new Date()) ? 'expired' : 'expires'} ${expires_at}`,
    revoked_at && `revoked ${revoked_at}`,
  );
}

/** @throws SettingsError */
function assertName(name: string): void {
  const parsed = VisibleName.safeParse(name);
  if (parsed.success) return;
  const why = parsed.error.issues.map(({ message }) => message).join('; ');
  throw new SettingsError(
    `No key was created, because its name is invalid (${why}). Name the key after its user, such as: keys create "CI"`,
  );
}
