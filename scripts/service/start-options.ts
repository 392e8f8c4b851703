import type { Command } from 'commander';
import { command } from '../../src/lib/processes/command.ts';
import { SettingsError } from '../../src/model/errors.ts';
import { pathOf } from '../terminal/run.ts';

/** Options that are accepted both for starting the service and by all other commands. */
const ofAll = ['database', 'again'];

/**
 * Starts the service if no command is given. Reports an unknown command, which commander would
 * otherwise treat as an argument for starting the service.
 * @throws SettingsError for an option written without its dashes, or an unknown command of a group
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
  // A group without a command runs `list`, so a command that was typed after the options is parsed
  // as a word for `list`.
  const list = group.commands.find((command) => command.name() === 'list');
  const late = part === undefined ? list?.parseOptions(unknown).operands[0] : undefined;
  const named = part ?? late;
  if (named === undefined || names.length === 0) return;
  if (![...names, 'help'].includes(named))
    throw new SettingsError(
      `There is no command "${group.name()} ${named}". Commands of ${group.name()}: ${names.join(', ')}.`,
    );
  if (late !== undefined)
    throw new SettingsError(
      `Write "${group.name()} ${late}" first, then options such as ${unknown[0]}.`,
    );
}

function assertNoOption(program: Command, word: string | undefined): void {
  const option = program.options.find(({ long }) => long === `--${word}`);
  if (option)
    throw new SettingsError(
      `${word} is not a command, but an option: ${command('service', option.flags)}`,
    );
}

/**
 * If another command is given, refuses the options for starting the service, because these options
 * would have no effect.
 */
export function refuseStartOptions(program: Command): void {
  program.hook('preAction', (_program, command) => {
    if (command === program) return;
    const option = program.options.find(
      (one) =>
        !ofAll.includes(one.attributeName()) &&
        program.getOptionValueSource(one.attributeName()) === 'cli',
    );
    const name = pathOf(command).replace(`${program.name()} `, '');
    if (option)
      throw new SettingsError(
        `${option.long} cannot be used with "${name}", only without a command. Nothing was done.`,
      );
  });
}
