import type { Command } from 'commander';
import { command } from '../../src/lib/processes/command.ts';
import { SettingsError } from '../../src/model/errors.ts';

/** Those that every command takes, too. */
const ofAll = ['database', 'again'];

/**
 * Has a program without a command start. Of a command that there is not it tells, instead of taking
 * that for an argument of the start, or of what a group of commands does without one.
 * @throws SettingsError for an option without its dashes, and what a group has not
 */
export function startWithoutCommand(
  program: Command,
  args: string[],
  start: Parameters<Command['action']>[0],
): void {
  const { operands, unknown } = program.parseOptions(args);
  const [word, part] = operands;
  if (word === undefined) program.action(start);
  const group = program.commands.find((command) => command.name() === word);
  if (group) assertInGroup(group, part, unknown);
  else assertNoOption(program, word);
}

function assertInGroup(group: Command, part: string | undefined, unknown: string[]): void {
  const names = group.commands.map((command) => command.name());
  const late = part === undefined ? lateCommand(group, unknown) : undefined;
  const named = part ?? late;
  if (named === undefined || names.length === 0) return;
  if (![...names, 'help'].includes(named))
    throw new SettingsError(
      `There is no command "${group.name()} ${named}". Those of ${group.name()} are ${names.join(', ')}.`,
    );
  if (late !== undefined)
    throw new SettingsError(
      `Write "${group.name()} ${late}" first, and options such as ${unknown[0]} behind it.`,
    );
}

/** What stands behind options of `list`, which is what a group does without a command. */
function lateCommand(group: Command, unknown: string[]): string | undefined {
  const list = group.commands.find((command) => command.name() === 'list');
  return list?.parseOptions(unknown).operands[0];
}

function assertNoOption(program: Command, word: string | undefined): void {
  const option = program.options.find(({ long }) => long === `--${word}`);
  if (option)
    throw new SettingsError(
      `There is no command ${word}, but an option: ${command('service', option.flags)}`,
    );
}

/** Refuses the options of a start beside a command, which would do nothing of what they say. */
export function refuseStartOptions(program: Command): void {
  program.hook('preAction', (_program, command) => {
    if (command === program) return;
    const given = program.options.find(
      (option) =>
        !ofAll.includes(option.attributeName()) &&
        program.getOptionValueSource(option.attributeName()) === 'cli',
    );
    if (given)
      throw new SettingsError(
        `${given.long} is an option for starting the service, and "${nameOf(command, program)}" does not take it. Nothing was done: give ${given.long} without a command.`,
      );
  });
}

function nameOf(command: Command, program: Command): string {
  const { parent } = command;
  const name = command.name();
  return parent && parent !== program ? `${nameOf(parent, program)} ${name}` : name;
}
