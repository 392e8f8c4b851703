import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { RowId } from '../../../src/model/api/rows.ts';
import { SettingsError } from '../../../src/model/errors.ts';
import {
  createResource,
  type Managed,
  updateResource,
} from '../../../src/service/resources/kinds/manage.ts';
import { eraseAfterwards, onDatabase } from '../with-database.ts';
import { addCommand, addFields, lineOf, type Options } from './command.ts';
import type { Described } from './describe.ts';
import { type Field, readFields } from './field.ts';
import { createFieldsError, createUnknownError } from './problems.ts';
import { addRemove } from './remove.ts';

/** Adds `list`, `add`, `edit` and `remove` for a kind of resource. */
export function addKind<T extends { id: string }, Given>(
  program: Command,
  described: Described<T, Given>,
): void {
  const group = program.command(described.command).description(described.about);
  const list = group
    .command('list', { isDefault: true })
    .description('list all with their ids')
    .option('--json', 'print one JSON object per line', false);
  onDatabase(list, async (db, _args, options: Options) =>
    (await described.kind.list(db)).map((thing) => lineOf(described, thing, options)),
  );
  addAdd(group, described);
  addEdit(group, described);
  addRemove(group, described);
}

function addAdd<T extends { id: string }, Given>(
  group: Command,
  described: Described<T, Given>,
): void {
  const fields = [...described.fields, ...(described.addFields ?? [])];
  const command = addFields(addCommand(group, 'add', 'add one'), fields);
  if (described.hasChosenId) command.option('--id <id>', 'its id (default: a random one)');
  onDatabase(command, async (db, _args, options: Options) => {
    const id = chosenId(options.id);
    const given = { ...readFields(fields, options), ...described.extraInput?.(options, true) };
    const added = await createResource(db, described.kind, { id, given, clock: systemClock });
    return describeDone(described, added, { id, fields, given, options });
  });
}

function addEdit<T extends { id: string }, Given>(
  group: Command,
  described: Described<T, Given>,
): void {
  const fields = [...described.fields, ...(described.editFields ?? [])];
  const command = addFields(addCommand(group, 'edit <id>', 'update the given fields'), fields);
  onDatabase(command, async (db, [id = ''], options: Options) => {
    const given = { ...readFields(fields, options), ...described.extraInput?.(options, false) };
    if (Object.keys(given).length === 0)
      throw new SettingsError(
        `Name a field to change: ${fields.map(({ flag }) => flag).join(', ')}. Nothing was changed.`,
      );
    const edited = await updateResource(db, described.kind, { id, given, clock: systemClock });
    const output = describeDone(described, edited, { id, fields, given, options });
    return eraseAfterwards({ output, isErasing: isErasing(described, edited), remainderAdvice });
  });
}

const remainderAdvice =
  'The address is changed, but the database files may still contain the earlier address, because another process uses the files or their disk is full. To erase the earlier address, run "subscribers remove" with it.';

/**
 * Whether an edit replaced a text, such as an email address, whose old value must be erased from
 * the database files. A change of case alone does not count.
 */
function isErasing<T extends { id: string }, Given>(
  { erased }: Described<T, Given>,
  edited: Managed<T>,
): boolean {
  if (!erased || edited.kind !== 'done' || !edited.before) return false;
  return erased.of(edited.before).toLowerCase() !== erased.of(edited.thing).toLowerCase();
}

interface Request {
  id: string;
  fields: readonly Field[];
  given: Record<string, unknown>;
  options: Options;
}

function describeDone<T extends { id: string }, Given>(
  described: Described<T, Given>,
  done: Managed<T>,
  { id, fields, given, options }: Request,
): string {
  if (done.kind === 'invalid') throw createFieldsError(done.problems, fields, given);
  if (done.kind === 'missing') throw createUnknownError(described, id);
  if (done.kind === 'taken')
    throw new SettingsError(`Another ${described.kind.one} has the id ${id}. Choose another id.`);
  const { thing } = done;
  const once = described.once?.(thing, given);
  if (once?.warning) console.error(once.warning);
  if (options.json) return lineOf(described, thing, options, once?.json);
  return [lineOf(described, thing, options), ...(once ? [once.line] : [])].join('\n');
}

/** @throws SettingsError */
export function chosenId(id: unknown): string {
  if (id === undefined) return randomUUID();
  const parsed = RowId.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new SettingsError(`--id ${id} is not usable. Write it like: --id dark-mode`);
}
