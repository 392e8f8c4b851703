import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { inspect, parseEnv } from 'node:util';
import { Command, CommanderError, Help, type Option } from 'commander';
import { findProjectAbove } from '../../src/config/project-above.ts';
import { unknownSettings } from '../../src/config/unknown-settings.ts';
import { DatabaseUnavailableError } from '../../src/lib/database/unavailable.ts';
import { AddressError, PortTakenError } from '../../src/lib/http/listen-errors.ts';
import { command } from '../../src/lib/processes/command.ts';
import { remedyFor } from '../../src/lib/remedy.ts';
import { printable } from '../../src/lib/text/printable.ts';
import { exitCodes, SettingsError, WaymarkError } from '../../src/model/errors.ts';
import { isOfSystem } from '../../src/store/cannot-write.ts';

/**
 * Runs a command. Reads `.env` without replacing variables that are already set, and turns errors
 * into a message and an exit code.
 * @param command may resolve to an exit code; otherwise, `process.exitCode` stays as it is
 */
export async function run(
  command: () => Promise<number> | Promise<Command> | Promise<void>,
): Promise<void> {
  try {
    if (existsSync('.env')) loadSettings('.env');
    const exitCode = await command();
    if (typeof exitCode === 'number') process.exitCode = exitCode;
  } catch (error) {
    process.exitCode = report(error);
  }
}

function loadSettings(file: string): void {
  try {
    const names = Object.keys(parseEnv(readFileSync(file, 'utf8')));
    process.loadEnvFile(file);
    for (const warning of unknownSettings(file, names)) console.error(printable(warning));
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read (${error instanceof Error ? error.message : error}).`,
      { cause: error },
    );
  }
}

/** Creates a command. If it is used wrongly, commander prints the reason, and parsing throws. */
export function commandNamed(name: string): Command {
  const commandUsage = (one: Command) => command(pathOf(one), one.usage());
  // Omits the defaults of boolean flags, because they are all off.
  const optionDescription = (option: Option) =>
    option.isBoolean() ? option.description : new Help().optionDescription(option);
  const help = { commandUsage, optionDescription };
  return new CommandWithHelp(name).exitOverride().configureHelp(help);
}

/**
 * The option of commands that work for long. With it, standard output has only the last line, and
 * problems are printed to standard error.
 */
export const quietOption = ['--quiet', 'print only the last line, and problems', false] as const;

/** A command whose usage errors end with a hint to `--help`. */
class CommandWithHelp extends Command {
  override createCommand(name: string): Command {
    return new CommandWithHelp(name);
  }

  override error(message: string, options?: Parameters<Command['error']>[1]): never {
    return super.error(
      `${message}\n"${command(pathOf(this), '--help')}" lists the options.`,
      options,
    );
  }
}

/** The command's name after those of its parents, such as `service hooks add`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function report(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.badSettings;
  const exitCode = exitCodeOf(error);
  // An unexpected error is printed with its stack.
  const why = exitCode === undefined ? inspect(error) : (error as Error).message;
  console.error(printable(why));
  if (isOfSystem(error)) console.error(remedyFor(error));
  const above = findProjectAbove(process.cwd());
  if (exitCode !== undefined && above)
    console.error(`This folder has no settings, but ${above} has. Run the command in that folder.`);
  return exitCode ?? exitCodes.failed;
}

/** The exit code for an error whose message is complete without a stack. */
function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof WaymarkError) return error.exitCode;
  if (error instanceof AddressError) return exitCodes.badSettings;
  const isTold =
    error instanceof PortTakenError ||
    error instanceof DatabaseUnavailableError ||
    // Its message has the operation and the path, and a remedy follows.
    isOfSystem(error);
  return isTold ? exitCodes.failed : undefined;
}

/** Resolves when the user or the system asks the process to stop. */
export async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
