import type { Command } from 'commander';
import type { Db } from '../../src/service/database/schema.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { namedDatabase } from './named-database.ts';

/** Makes a command of what works on the database and says something. */
export function withDatabase<O>(
  work: (db: Db, args: string[], options: O) => Promise<string | string[]>,
) {
  return async (...all: unknown[]) => {
    const command = all.at(-1) as Command;
    const { location } = namedDatabase(command.optsWithGlobals());
    await using database = await openDatabase(location);
    const said = await work(database.db, command.args, command.opts() as O);
    console.log([said].flat().join('\n'));
  };
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

function harmless(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}
