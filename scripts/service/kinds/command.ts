import type { Command, CommandOptions } from 'commander';
import { formatRow } from '../with-database.ts';
import type { Described } from './describe.ts';
import type { Field } from './field.ts';

export type Options = Record<string, unknown>;

/** Adds a command that has `--json`. */
export function addCommand(
  group: Command,
  name: string,
  about: string,
  how: CommandOptions = {},
): Command {
  return group
    .command(name, how)
    .description(about)
    .option('--json', 'print the result as a line of JSON', false);
}

/** Adds the options of fields to a command. */
export function addFields(command: Command, fields: readonly Field[]): Command {
  for (const option of fields.flatMap(({ options }) => options)) command.addOption(option);
  return command;
}

/** Formats a resource as one line: JSON with `--json`, else cells separated by tabs. */
export function lineOf<T extends { id: string }, Given>(
  { row: cells, toJson = (thing) => thing }: Described<T, Given>,
  thing: T,
  { json }: Options,
  more: object = {},
): string {
  return json ? JSON.stringify({ ...toJson(thing), ...more }) : formatRow(...cells(thing));
}
