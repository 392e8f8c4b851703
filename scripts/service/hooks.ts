import { type Command, Option } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import { EventName } from '../../src/service/contract/event.ts';
import type { Db } from '../../src/service/database/schema.ts';
import {
  addHook,
  chooseEvents,
  enableHook,
  type Hook,
  isHookAddress,
  listHooks,
  removeHook,
  rotateSecret,
} from '../../src/service/events/hooks.ts';
import { addDeliveryCommands } from './deliveries.ts';
import { addCommand } from './kinds/command.ts';
import { createCollector } from './kinds/field.ts';
import { formatOne, formatRow, type Json, onDatabase } from './with-database.ts';

/** The `hooks` commands manage subscriptions to events. */
export function addHookCommands(program: Command): void {
  const hooks = program.command('hooks').description('outgoing webhooks');
  const about = 'send events to an address; prints the signing secret, once';
  const add = addCommand(hooks, 'add <url>', about);
  add.addOption(eventOption().default(['release.published']));
  onDatabase(add, async (db, [url = ''], { json, event: events }: EventOptions) => {
    if (!isHookAddress(url))
      throw new SettingsError(
        `${url} is not a valid address. Name one like https://example.com/hook.`,
      );
    const { id, secret } = await addHook(db, { url, events }, new Date());
    const text = `Added ${id}: ${describeEvents(events)} to ${url}.\nThe secret of the hook is shown only now:\n${secret}`;
    return formatOne({ json }, { id, url, events, secret }, text);
  });
  const listed = 'list the hooks, with their numbers of waiting and failed events';
  onDatabase(addCommand(hooks, 'list', listed), async (db, _args, options: Json) =>
    (await listHooks(db)).map((hook) => formatOne(options, hook, textOf(hook))),
  );
  addChanges(hooks);
  addDeliveryCommands(hooks);
}

interface EventOptions extends Json {
  event: EventName[];
}

function eventOption(): Option {
  const about = `an event to send (can be repeated): ${EventName.options.join(', ')}`;
  return new Option('--event <event>', about).argParser(createCollector(EventName));
}

function describeEvents(events: readonly EventName[]): string {
  return `${[...new Set(events)].join(', ')} ${events.length > 1 ? 'go' : 'goes'}`;
}

function textOf({ id, url, events, waiting, failed, disabled_at }: Hook): string {
  return formatRow(
    ...[id, events.join(', '), url, `${waiting} waiting`],
    failed > 0 ? `${failed} failed` : null,
    disabled_at && `disabled ${disabled_at}`,
  );
}

function addChanges(hooks: Command): void {
  const edited = 'choose the events that a hook gets, without changing its secret';
  const edit = addCommand(hooks, 'edit <id>', edited);
  edit.addOption(eventOption().makeOptionMandatory());
  onDatabase(edit, async (db, [id = ''], { json, event: events }: EventOptions) => {
    if (!(await chooseEvents(db, id, events))) throw createUnknownHook(id);
    return formatHook(db, id, { json }, `From now on ${describeEvents(events)} to ${id}.`);
  });
  const rotated =
    'create a new secret for a hook; prints it, once. The old one is valid for another day';
  const rotate = addCommand(hooks, 'rotate <id>', rotated);
  onDatabase(rotate, async (db, [id = ''], options: Json) => {
    const secret = await rotateSecret(db, id, new Date());
    if (!secret) throw createUnknownHook(id);
    const text = `Deliveries to ${id} are signed with the old and the new secret for a day, then only with the new secret.\nGive the new secret to the receiver. The new secret is shown only now:\n${secret}`;
    return formatOne(options, { id, secret }, text);
  });
  const enabled = 'enable a hook that was disabled because it answered 410';
  const enable = addCommand(hooks, 'enable <id>', enabled);
  onDatabase(enable, async (db, [id = ''], options: Json) => {
    if (!(await enableHook(db, id)))
      throw new SettingsError(`No disabled hook has the id ${id}. "hooks list" shows all hooks.`);
    const text = `Enabled ${id}. "hooks redeliver ${id}" sends the events that the hook missed while it answered 410.`;
    return formatHook(db, id, options, text);
  });
  const remove = addCommand(hooks, 'remove <id>', 'remove a hook and its waiting events');
  onDatabase(remove, async (db, [id = ''], options: Json) => {
    const said = await formatHook(db, id, options, `Removed ${id}.`);
    if (!(await removeHook(db, id, new Date()))) throw createUnknownHook(id);
    return said;
  });
}

async function formatHook(db: Db, id: string, options: Json, text: string): Promise<string> {
  const hook = (await listHooks(db)).find((one) => one.id === id);
  return formatOne(options, { ...hook }, text);
}

function createUnknownHook(id: string): SettingsError {
  return new SettingsError(`No hook has the id ${id}. "hooks list" shows all hooks.`);
}
