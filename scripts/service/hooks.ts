import { type Command, Option } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import { EventName } from '../../src/model/event.ts';
import { addHook, isHookAddress, listHooks, removeHook } from '../../src/service/events/hooks.ts';
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
      withDatabase((database, [url = ''], { event }: { event: EventName }) => {
        if (!isHookAddress(url))
          throw new SettingsError(
            `${url} is no address to send to. Name one like https://example.com/hook.`,
          );
        const { id, secret } = addHook(database, { url, event }, new Date());
        return `Added ${id}: ${event} goes to ${url}.\nIts secret, shown only now:\n${secret}`;
      }),
    );
  hooks
    .command('list')
    .description('list the hooks, and how many events wait for each')
    .action(
      withDatabase((database) =>
        listHooks(database).map(({ id, url, event, waiting, disabled_at }) =>
          row(id, event, url, `${waiting} waiting`, disabled_at && `disabled ${disabled_at}`),
        ),
      ),
    );
  hooks
    .command('remove <id>')
    .description('remove a hook and what still waits for it')
    .action(
      withDatabase((database, [id = '']) => {
        if (removeHook(database, id)) return `Removed ${id}.`;
        throw new SettingsError(`No hook has the id ${id}. "hooks list" shows them.`);
      }),
    );
}
