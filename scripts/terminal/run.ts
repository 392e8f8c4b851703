import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { DatabaseUnavailableError } from '../../src/lib/database/unavailable.ts';
import { AddressError, PortTakenError } from '../../src/lib/http/listen-errors.ts';
import { command } from '../../src/lib/processes/command.ts';
import { printable } from '../../src/lib/text/printable.ts';
import { exitCodes, SettingsError, WaymarkError } from '../../src/model/errors.ts';
import { isOfSystem } from '../../src/store/cannot-write.ts';

/**
 * Runs a command: reads `.env`, turns what it throws into one clear message and an exit code.
 * Values of the environment win over those of `.env`.
 */
export async function run(command: () => Promise<number | undefined>): Promise<void> {
  try {
    if (existsSync('.env')) loadSettings('.env');
    process.exitCode = (await command()) ?? exitCodes.done;
  } catch (error) {
    process.exitCode = report(error);
  }
}

function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read (${error instanceof Error ? error.message : error}).`,
      { cause: error },
    );
  }
}

/** A command whose wrong usage comes back as an error; commander says itself what was wrong. */
export function commandNamed(name: string): Command {
  const commandUsage = (one: Command) => command(pathOf(one), one.usage());
  return new CommandWithHelp(name).exitOverride().configureHelp({ commandUsage });
}

/** Below each error of usage, with the nearest name that commander proposes, it says how to get help. */
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

function pathOf(command: Command): string {
  const { parent } = command;
  return parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function report(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.badSettings;
  const exitCode = exitCodeOf(error);
  // Whatever else arrives here was not foreseen: the stack is what helps.
  const why = exitCode === undefined ? inspect(error) : (error as Error).message;
  console.error(printable(why));
  return exitCode ?? exitCodes.failed;
}

/** Of an error whose message tells a person all that there is to tell. */
function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof WaymarkError) return error.exitCode;
  if (error instanceof AddressError) return exitCodes.badSettings;
  const isTold =
    error instanceof PortTakenError ||
    error instanceof DatabaseUnavailableError ||
    // What it refused, and where.
    isOfSystem(error);
  return isTold ? exitCodes.failed : undefined;
}

/** A promise that settles when the person at the terminal, or the system, asks to stop. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
