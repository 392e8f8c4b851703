import { type Command, Option } from 'commander';
import { EventName } from '../../src/model/api/event.ts';
import { SettingsError } from '../../src/model/errors.ts';
import {
  addHook,
  chooseEvents,
  enableHook,
  isHookAddress,
  listHooks,
  removeHook,
  rotateSecret,
} from '../../src/service/events/hooks.ts';
import { collected } from './collected.ts';
import { addDeliveryCommands } from './deliveries.ts';
import { row, withDatabase } from './with-database.ts';

/** `hooks`: who is told of events. */
export function addHookCommands(program: Command): void {
  const hooks = program.command('hooks').description('outgoing webhooks');
  hooks
    .command('add <url>')
    .description('tell an address of events; prints the signing secret, once')
    .addOption(eventOption().default(['release.published']))
    .action(
      withDatabase(async (db, [url = ''], { event: events }: Chosen) => {
        if (!isHookAddress(url))
          throw new SettingsError(
            `${url} is no address to send to. Name one like https://example.com/hook.`,
          );
        const { id, secret } = await addHook(db, { url, events }, new Date());
        return `Added ${id}: ${toldOf(events)} to ${url}.\nIts secret, shown only now:\n${secret}`;
      }),
    );
  addListing(hooks);
  addChanges(hooks);
  addDeliveryCommands(hooks);
}

interface Chosen {
  event: EventName[];
}

function eventOption(): Option {
  const about = `what to tell it of, as often as you like: ${EventName.options.join(', ')}`;
  return new Option('--event <event>', about).argParser(collected(EventName));
}

function toldOf(events: readonly EventName[]): string {
  return `${[...new Set(events)].join(', ')} ${events.length > 1 ? 'go' : 'goes'}`;
}

function addListing(hooks: Command): void {
  hooks
    .command('list')
    .description('list the hooks, and how many events wait for each or were given up')
    .action(
      withDatabase(async (db) =>
        (await listHooks(db)).map(({ id, url, events, waiting, failed, disabled_at }) =>
          row(
            ...[id, events.join(', '), url, `${waiting} waiting`],
            failed > 0 ? `${failed} failed` : null,
            disabled_at && `disabled ${disabled_at}`,
          ),
        ),
      ),
    );
}

function addChanges(hooks: Command): void {
  hooks
    .command('edit <id>')
    .description('tell a hook of other events, from now on, under the secret that it has')
    .addOption(eventOption().makeOptionMandatory())
    .action(
      withDatabase(async (db, [id = ''], { event: events }: Chosen) => {
        if (await chooseEvents(db, id, events)) return `From now on ${toldOf(events)} to ${id}.`;
        throw unknown(id);
      }),
    );
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
        if (await removeHook(db, id, new Date())) return `Removed ${id}.`;
        throw unknown(id);
      }),
    );
}

function unknown(id: string): SettingsError {
  return new SettingsError(`No hook has the id ${id}. "hooks list" shows them.`);
}
