import { type Command, Option } from 'commander';
import { SettingsError } from '../../../src/model/errors.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { type Removal, removeResource } from '../../../src/service/resources/kinds/manage.ts';
import { type CommandResult, eraseAfterwards, onDatabase } from '../with-database.ts';
import { addCommand, lineOf, type Options } from './command.ts';
import type { Described } from './describe.ts';
import { createUnknownError, describeReferences } from './problems.ts';

/**
 * Adds `remove` for a kind of resource. The command refuses to remove a resource in use, unless an
 * option says what to do with the items that refer to it.
 */
export function addRemove<T extends { id: string }, Given>(
  group: Command,
  described: Described<T, Given>,
): void {
  const { withAllEffect, erased } = described;
  const about = erased ? erasingDescription : 'remove one';
  const command = addCommand(group, 'remove <id>', about);
  if (withAllEffect)
    command
      .option('--move-to <id>', 'reassign its items to the resource with this id')
      .addOption(
        new Option('--with-all', `remove it although it is in use: ${withAllEffect}`).conflicts(
          'moveTo',
        ),
      );
  onDatabase(command, (db, [id = ''], options: Options) => remove(db, described, id, options));
}

async function remove<T extends { id: string }, Given>(
  db: Db,
  described: Described<T, Given>,
  id: string,
  options: Options,
): Promise<CommandResult> {
  const { kind, withAllEffect = '', erased } = described;
  const removal: Removal = { moveTo: options.moveTo as string, withAll: Boolean(options.withAll) };
  const done = await removeResource(db, kind, { id, removal, now: new Date() });
  if (done.kind === 'no-target')
    throw createUnknownError(described, removal.moveTo ?? '', 'other ');
  if (done.kind === 'used')
    throw new SettingsError(
      `The ${kind.one} ${done.thing.id} is in use: ${describeReferences(done.references)}. Nothing was removed. --move-to ID reassigns these items, and --with-all ${withAllEffect}.`,
    );
  // An earlier removal may have left traces in the database files. Repeating the command erases
  // these traces.
  if (done.kind === 'missing')
    return eraseAfterwards({
      output: '',
      isErasing: (await erased?.mayRemain(db, id)) ?? false,
      remainderAdvice,
      error: createUnknownError(described, id),
    });
  const { thing, references } = done;
  const text = `Removed ${thing.id}.${references.length > 0 ? ` It was in use: ${describeReferences(references)}.` : ''}`;
  const output = options.json ? lineOf(described, thing, options) : text;
  return eraseAfterwards({ output, isErasing: erased !== undefined, remainderAdvice });
}

const erasingDescription =
  'remove a subscriber, and erase its address from the database. The command rewrites a database file. Until the file is rewritten, the API answers writes with 503 and Retry-After';

const remainderAdvice =
  'The subscriber is deleted, but the database files may still contain the address, because another process uses the files or their disk is full. Run this again to erase the address.';
