import type { Command } from 'commander';
import type { SettingsError } from '../../src/model/errors.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { forgetDeleted, openDatabase } from '../../src/service/open-database.ts';
import { assertExists, findDatabase } from './named-database.ts';

/** Output of a command, and work to do once the database is closed. */
export interface CommandResult {
  output: string;
  afterClosing: (location: DatabaseLocation) => Promise<void>;
}

/** Commands that may create a database. */
const creatingCommands = ['add', 'create', 'workspace'];

/** Wraps work on the database as an action for commander, and prints its output. */
export function withDatabase<O>(
  work: (db: Db, args: string[], options: O) => Promise<string | string[] | CommandResult>,
) {
  return async (...all: unknown[]) => {
    const command = all.at(-1) as Command;
    const named = findDatabase(command.optsWithGlobals());
    if (!creatingCommands.includes(command.name())) assertExists(named);
    const { location } = named;
    const done = await inDatabase(location, (db) => work(db, command.args, command.opts() as O));
    const { output, afterClosing } = isCommandResult(done) ? done : { output: done };
    await afterClosing?.(location);
    // An empty list prints nothing.
    if (output.length > 0) console.log([output].flat().join('\n'));
  };
}

async function inDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  await using database = await openDatabase(location);
  return await work(database.db);
}

function isCommandResult(done: string | string[] | CommandResult): done is CommandResult {
  return typeof done === 'object' && !Array.isArray(done);
}

/** The options of a command that has `--json`. */
export interface Json {
  json: boolean;
}

/** A resource as a line of JSON with `--json`, else as text. */
export function formatOne({ json }: Json, thing: object, text: string): string {
  return json ? JSON.stringify(thing) : text;
}

/**
 * A row of cells separated by tabs, without null cells. Control characters are removed, as names
 * from the API could otherwise control the terminal.
 */
export function formatRow(...cells: (string | null)[]): string {
  return cells
    .filter((cell) => cell !== null)
    .map(removeControls)
    .join('\t');
}

/** The first names of a list, and the number of others. */
export function listFirst(names: readonly string[], max = 5): string {
  const first = names.slice(0, max).map(removeControls).join(', ');
  return names.length > max ? `${first} and ${names.length - max} more` : first;
}

export function removeControls(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}

interface Forgetting {
  output: string;
  /** Whether the database's files are rewritten. */
  isErasing: boolean;
  /** Advice if traces may remain because another process uses the files. */
  remainderAdvice: string;
  /** Error to end the command with. */
  error?: SettingsError;
}

/** Erases deleted data from the database's files, once it is closed. */
export function eraseAfterwards({
  output,
  isErasing,
  remainderAdvice,
  error,
}: Forgetting): CommandResult {
  return {
    output,
    async afterClosing(location: DatabaseLocation) {
      if (isErasing) {
        if (!forgetDeleted(location)) console.error(remainderAdvice);
        else if (error) console.error('The database files do not contain it.');
      }
      if (error) throw error;
    },
  };
}
