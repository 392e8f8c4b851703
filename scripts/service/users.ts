import { type Command, Option } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { recordActivity } from '../../src/service/keys/activity.ts';
import {
  addUser,
  changeUser,
  type ListedUser,
  linkAddress,
  listUsers,
  makeLink,
  Role,
} from '../../src/service/keys/users.ts';
import { RefusedError } from '../../src/service/refused-error.ts';
import { addCommand } from './kinds/command.ts';
import { publicAddress, serviceOrigin } from './public-address.ts';
import { formatOne, formatRow, type Json, onDatabase } from './with-database.ts';

const roleOption = () =>
  new Option('--role <role>', 'what the user may do').choices(Role.options).makeOptionMandatory();

interface RoleOptions extends Json {
  role: Role;
}

/** The `users` commands manage the people who may sign in to the desk. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('users of the desk');
  const added = 'add a user; prints a sign-in link, once';
  const add = addCommand(users, 'add <name>', added).addOption(roleOption());
  onDatabase(add, async (db, [name = ''], { json, role }: RoleOptions) => {
    const user = await addUser(db, { name, role }, new Date()).catch(explain);
    await record(db, 'added a user', `${name} (${role})`);
    return describeLink(db, user, { json }, `Added ${name}, ${role}.`);
  });
  const list = addCommand(users, 'list', 'list the users, with the keys that they made', {
    isDefault: true,
  });
  onDatabase(list, async (db, _args, options: Json) =>
    (await listUsers(db, new Date())).map((user) => formatOne(options, user, textOf(user))),
  );
  const linked = 'make a new sign-in link for a user; prints it, once. The former link ends';
  onDatabase(addCommand(users, 'link <name>', linked), async (db, [name = ''], options: Json) => {
    const user = await findListed(db, name);
    await record(db, 'made a sign-in link', name);
    return describeLink(db, user, options, `A new link for ${name}.`);
  });
  const edited = 'give a user another role; ends the sessions of the user';
  const edit = addCommand(users, 'edit <name>', edited).addOption(roleOption());
  onDatabase(edit, async (db, [name = ''], { role, ...options }: RoleOptions) =>
    change(db, name, options, role),
  );
  const removed = 'remove a user, and end the sessions of the user';
  onDatabase(addCommand(users, 'remove <name>', removed), async (db, [name = ''], options: Json) =>
    change(db, name, options, undefined),
  );
}

async function change(db: Db, name: string, options: Json, role: Role | undefined) {
  const user = await findListed(db, name);
  await changeUser(db, name, { role, now: new Date() });
  await record(db, role ? `changed a role to ${role}` : 'removed a user', name);
  const keys =
    user.keys.length === 0
      ? ''
      : `\nThese keys, which ${name} made, are still valid: ${user.keys.join(', ')}. "keys revoke ID" revokes one.`;
  const done = role ? `${name} is a ${role} from now on.` : `Removed ${name}.`;
  const text = `${done} Sessions ended: ${user.sessions}.${keys}`;
  return formatOne(options, { ...user, ...(role && { role }) }, text);
}

async function describeLink(
  db: Db,
  user: { id: string; name: string },
  options: Json,
  done: string,
): Promise<string> {
  const link = linkAddress(serviceOrigin(), await makeLink(db, user, new Date()));
  const elsewhere = publicAddress() === undefined ? `\n${guessed}` : '';
  const text = `${done} The link works once, within 30 minutes, and is shown only now:\n${link}${elsewhere}`;
  return formatOne(options, { ...user, link }, text);
}

const guessed =
  'If the service has another address or port, set SERVICE_URL to it, and run "users link".';

function record(db: Db, action: string, subject: string): Promise<void> {
  return recordActivity(db, { now: new Date(), actor: 'a command', action, subject });
}

function textOf({ name, role, sessions, keys }: ListedUser): string {
  return formatRow(
    name,
    role,
    `sessions: ${sessions}`,
    keys.length > 0 ? `made ${keys.join(', ')}` : null,
  );
}

function explain(error: unknown): never {
  if (!(error instanceof RefusedError)) throw error;
  throw new SettingsError(
    `No user was added: the name is not usable (${error.details?.name ?? error.message}). Choose another name; "users list" shows all.`,
  );
}

/** @throws SettingsError */
async function findListed(db: Db, name: string): Promise<ListedUser> {
  const user = (await listUsers(db, new Date())).find((one) => one.name === name);
  if (user) return user;
  throw new SettingsError(`No user has the name ${name}. "users list" shows all users.`);
}
