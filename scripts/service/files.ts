import type { Command } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import {
  type ListedFile,
  listFiles,
  removeFile,
} from '../../src/service/resources/uploads/manage-files.ts';
import { addCommand } from './kinds/command.ts';
import { formatOne, formatRow, type Json, listFirst, onDatabase } from './with-database.ts';

/** The `files` commands show stored files, and remove them before the service does. */
export function addFileCommands(program: Command): void {
  const files = program.command('files').description('uploaded and imported files');
  const list = addCommand(files, 'list', 'list all with what uses them', { isDefault: true });
  onDatabase(list, async (db, _args, options: Json) =>
    (await listFiles(db)).map((file) => formatOne(options, file, textOf(file))),
  );
  const remove = addCommand(files, 'remove <name>', 'remove one at once').option(
    '--with-all',
    `remove it although it is in use: ${effect}`,
    false,
  );
  onDatabase(remove, async (db, [given = ''], options: Json & { withAll: boolean }) => {
    const name = given.replace(/^.*\/files\//, '');
    const removed = await removeFile(db, name, { withAll: options.withAll, now: new Date() });
    if (removed.kind === 'missing')
      throw new SettingsError(`There is no file ${name}. "files list" shows all files.`);
    const users = listFirst(removed.uses.map(nameOf));
    if (removed.kind === 'used')
      throw new SettingsError(
        `The file ${name} is in use: ${users}. Nothing was removed. --with-all removes it all the same: ${effect}.`,
      );
    const was = removed.uses.length > 0 ? ` It was in use: ${users}.` : '';
    return formatOne(options, { name, uses: removed.uses }, `Removed ${name}.${was}`);
  });
}

const effect = 'attachments, heroes and avatars go too, while texts keep its address';

function textOf({ name, type, size, uses, unused_since }: ListedFile): string {
  const use = uses.length > 0 ? listFirst(uses.map(nameOf)) : `unused since ${unused_since}`;
  return formatRow(name, type, `${size} bytes`, use);
}

function nameOf({ table, id, title }: ListedFile['uses'][number]): string {
  return `${table} ${id} (${title})`;
}
