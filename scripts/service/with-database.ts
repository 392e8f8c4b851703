import type { Command } from 'commander';
import type { SettingsError } from '../../src/model/errors.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { forgetDeleted, openDatabase } from '../../src/service/open-database.ts';
import { assertExists, type DatabaseOptions, findDatabase } from './named-database.ts';

/** The output of a command, and the work to do after the database is closed. */
export interface CommandResult {
  output: string;
  afterClosing: (location: DatabaseLocation) => Promise<void>;
}

/** Commands that may create the database if it does not exist. */
const creatingCommands = ['add', 'create', 'workspace'];

/** Makes a command work on the database, and print the work's output. */
export function onDatabase<O>(
  command: Command,
  work: (db: Db, args: string[], options: O) => Promise<string | string[] | CommandResult>,
): void {
  command.action(async () => {
    const options: DatabaseOptions = command.optsWithGlobals();
    const named = findDatabase(options);
    if (!creatingCommands.includes(command.name())) assertExists(named);
    const { location, name, isExisting } = named;
    const done = await inDatabase(location, (db) => work(db, command.args, command.opts() as O));
    const isText = typeof done === 'string' || Array.isArray(done);
    const output = isText ? done : done.output;
    if (!isText) await done.afterClosing(location);
    // An empty list prints nothing, not even an empty line.
    if (output.length > 0) console.log([output].flat().join('\n'));
    // Without the option, a service that uses another file may be meant.
    if (!isExisting && options.database === undefined)
      console.error(
        `This created the database ${name}. If the service uses another one, name it with --database.`,
      );
  });
}

async function inDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  await using database = await openDatabase(location);
  return await work(database.db);
}

/** The options of a command that has `--json`. */
export interface Json {
  json: boolean;
}

/** Formats a resource: as a line of JSON with `--json`, else as the text. */
export function formatOne({ json }: Json, thing: object, text: string): string {
  return json ? JSON.stringify(thing) : text;
}

/**
 * Formats a row as cells separated by tabs, without null cells. Removes control characters, because
 * a name with control characters could control the terminal.
 */
export function formatRow(...cells: (string | null)[]): string {
  return cells
    .filter((cell) => cell !== null)
    .map(removeControls)
    .join('\t');
}

/** Lists up to `max` names, followed by the number of remaining names. */
export function listFirst(names: readonly string[], max = 5): string {
  const first = names.slice(0, max).map(removeControls).join(', ');
  return names.length > max ? `${first} and ${names.length - max} more` : first;
}

export function removeControls(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}

interface Forgetting {
  output: string;
  /** Whether to rewrite the database's files, so that no trace of deleted data remains. */
  isErasing: boolean;
  /** Printed if traces may remain because another process uses the files. */
  remainderAdvice: string;
  /** The error that ends the command after the data is erased. */
  error?: SettingsError;
}

/** Once the database is closed, erases deleted data from its files. */
export function eraseAfterwards(forgetting: Forgetting): CommandResult {
  const { output, isErasing, remainderAdvice, error } = forgetting;
  return {
    output,
    async afterClosing(location: DatabaseLocation) {
      if (isErasing) {
        if (!forgetDeleted(location)) console.error(remainderAdvice);
        else if (error) console.error('The database files no longer contain this subscriber.');
      }
      if (error) throw error;
    },
  };
}
