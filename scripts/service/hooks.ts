import { type Command, Option } from 'commander';
import { EventName } from '../../src/model/api/event.ts';
import { SettingsError } from '../../src/model/errors.ts';
import {
  addHook,
  enableHook,
  isHookAddress,
  listHooks,
  removeHook,
  rotateSecret,
} from '../../src/service/events/hooks.ts';
import { addDeliveryCommands } from './deliveries.ts';
import { row, withDatabase } from './with-database.ts';

/** `hooks`: who is told of events. */
export function addHookCommands(program: Command): void {
  const hooks = program.command('hooks').description('outgoing webhooks');
  hooks
    .command('add <url>')
    .description('tell an address of events; prints the signing secret, once')
    .addOption(
      new Option('--event <event>', 'what to tell it of')
        .choices(EventName.options)
        .default('release.published'),
    )
    .action(
      withDatabase(async (db, [url = ''], { event }: { event: EventName }) => {
        if (!isHookAddress(url))
          throw new SettingsError(
            `${url} is no address to send to. Name one like https://example.com/hook.`,
          );
        const { id, secret } = await addHook(db, { url, event }, new Date());
        return `Added ${id}: ${event} goes to ${url}.\nIts secret, shown only now:\n${secret}`;
      }),
    );
  addListing(hooks);
  addChanges(hooks);
  addDeliveryCommands(hooks);
}

function addListing(hooks: Command): void {
  hooks
    .command('list')
    .description('list the hooks, and how many events wait for each or were given up')
    .action(
      withDatabase(async (db) =>
        (await listHooks(db)).map(({ id, url, event, waiting, failed, disabled_at }) =>
          row(
            ...[id, event, url, `${waiting} waiting`],
            failed > 0 ? `${failed} failed` : null,
            disabled_at && `disabled ${disabled_at}`,
          ),
        ),
      ),
    );
}

function addChanges(hooks: Command): void {
  hooks
    .command('rotate <id>')
    .description('give a hook another secret; prints it, once. The old one signs too for a day')
    .action(
      withDatabase(async (db, [id = '']) => {
        const secret = await rotateSecret(db, id, new Date());
        if (!secret) throw unknown(id);
        return `Deliveries to ${id} are signed with a new secret too, and with it alone in a day.\nTell it to the receiver; it is shown only now:\n${secret}`;
      }),
    );
  hooks
    .command('enable <id>')
    .description('tell a hook of events again that was disabled, as it answered 410')
    .action(
      withDatabase(async (db, [id = '']) => {
        if (await enableHook(db, id))
          return `Enabled ${id}. "hooks redeliver ${id}" sends what it missed while it answered 410.`;
        throw new SettingsError(`No disabled hook has the id ${id}. "hooks list" shows them.`);
      }),
    );
  hooks
    .command('remove <id>')
    .description('remove a hook and what still waits for it')
    .action(
      withDatabase(async (db, [id = '']) => {
        if (await removeHook(db, id)) return `Removed ${id}.`;
        throw unknown(id);
      }),
    );
}

function unknown(id: string): SettingsError {
  return new SettingsError(`No hook has the id ${id}. "hooks list" shows them.`);
}
