import type { Command } from 'commander';
import type { DatabaseLocation } from '../../src/service/database/location.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { assertThere, namedDatabase } from './named-database.ts';

/** What a command says, and what is left to do once it has closed the database. */
export interface Closing {
  said: string;
  closed: (location: DatabaseLocation) => Promise<void>;
}

/** Of commands, those that may be the first that a database is for. */
const beginning = ['add', 'create', 'workspace'];

/** Makes a command of what works on the database and says something. */
export function withDatabase<O>(
  work: (db: Db, args: string[], options: O) => Promise<string | string[] | Closing>,
) {
  return async (...all: unknown[]) => {
    const command = all.at(-1) as Command;
    const named = namedDatabase(command.optsWithGlobals());
    if (!beginning.includes(command.name())) assertThere(named);
    const { location } = named;
    const done = await inDatabase(location, (db) => work(db, command.args, command.opts() as O));
    const { said, closed } = isClosing(done) ? done : { said: done };
    await closed?.(location);
    // Of an empty list there is nothing to be said.
    if (said.length > 0) console.log([said].flat().join('\n'));
  };
}

async function inDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  await using database = await openDatabase(location);
  return await work(database.db);
}

function isClosing(done: string | string[] | Closing): done is Closing {
  return typeof done === 'object' && !Array.isArray(done);
}

/** The options of a command that has `--json`. */
export interface Json {
  json: boolean;
}

/** A thing in a line of JSON where that is asked for, or in words. */
export function sayOne({ json }: Json, thing: object, text: string): string {
  return json ? JSON.stringify(thing) : text;
}

/**
 * Cells of a table, one row of it; null ones are left out, and so are control characters, with
 * which a name that came over the API could command a terminal.
 */
export function row(...cells: (string | null)[]): string {
  return cells
    .filter((cell) => cell !== null)
    .map(harmless)
    .join('\t');
}

/** The first names of a list, and how many more there are. */
export function some(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map(harmless).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

export function harmless(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}
