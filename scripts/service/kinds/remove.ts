import { type Command, Option } from 'commander';
import type { Db } from '../../../src/service/database/schema.ts';
import { type Removal, removeResource } from '../../../src/service/resources/kinds/manage.ts';
import { type Closing, withDatabase } from '../with-database.ts';
import { commandWith, lineOf, type Options } from './command.ts';
import type { Described } from './describe.ts';
import { forgetting } from './forgetting.ts';
import { inUse, unknownThing, usesText } from './problems.ts';

/** `remove` of a kind of thing: refused while something hangs on one, unless that is cared for. */
export function addRemove<T extends { id: string }, Given>(
  group: Command,
  described: Described<T, Given>,
): void {
  const { withAll, erased } = described;
  const command = commandWith(group, 'remove <id>', []).description(
    erased ? erasing : 'remove one',
  );
  if (withAll)
    command
      .option('--move-to <id>', 'reassign its items to ID')
      .addOption(new Option('--with-all', `with its items: ${withAll}`).conflicts('moveTo'));
  command.action(
    withDatabase((db, [id = ''], options: Options) => remove(db, described, { id, options })),
  );
}

async function remove<T extends { id: string }, Given>(
  db: Db,
  described: Described<T, Given>,
  { id, options }: { id: string; options: Options },
): Promise<Closing> {
  const { kind, withAll = '', erased } = described;
  const removal: Removal = { moveTo: options.moveTo as string, withAll: Boolean(options.withAll) };
  const done = await removeResource(db, kind, { id, removal, now: new Date() });
  if (done.kind === 'no-target') throw unknownThing(described, removal.moveTo ?? '', 'other ');
  if (done.kind === 'used')
    throw inUse(`The ${kind.one} ${done.thing.id}`, done.references, withAll);
  // Whoever asks again wants to know that nothing is left.
  if (done.kind === 'missing')
    return forgetting({
      said: '',
      isErasing: (await erased?.mayBeLeft(db, id)) ?? false,
      mayBeLeft,
      error: unknownThing(described, id),
    });
  const { thing, references } = done;
  const text = `Removed ${thing.id}.${references.length > 0 ? ` It was in use: ${usesText(references)}.` : ''}`;
  const said = options.json ? lineOf(described, thing, options) : text;
  return forgetting({ said, isErasing: erased !== undefined, mayBeLeft });
}

const erasing =
  'remove one and erase it from the database. This rewrites a database file; meanwhile, writes over the API get 503 with Retry-After';

const mayBeLeft =
  'It is deleted, but the database files may still contain it, because another process uses them or their disk is full. Run this again to clean them.';
