import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { DatabaseUnavailableError } from '../src/lib/database/unavailable.ts';
import { PortTakenError } from '../src/lib/listen.ts';
import { exitCodes, SettingsError, WaymarkError } from '../src/model/errors.ts';

/**
 * Runs a command: reads `.env`, turns what it throws into one clear message and an exit code.
 * Values of the environment win over those of `.env`.
 */
export async function run(command: () => Promise<number | undefined>): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    process.exitCode = (await command()) ?? exitCodes.done;
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** A command whose wrong usage comes back as an error; commander says itself what was wrong. */
export function commandNamed(name: string): Command {
  return new Command(name).exitOverride();
}

/** What `--port` was given. @throws SettingsError */
export function toPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new SettingsError(`--port ${text} is not usable: name a number from 0 to 65535.`);
}

function report(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.badSettings;
  if (error instanceof WaymarkError) {
    console.error(error.message);
    return error.exitCode;
  }
  if (error instanceof PortTakenError || error instanceof DatabaseUnavailableError) {
    console.error(error.message);
    return exitCodes.failed;
  }
  // Whatever else arrives here was not foreseen: the stack is what helps.
  console.error(error);
  return exitCodes.failed;
}

/** A promise that settles when the person at the terminal, or the system, asks to stop. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
