import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import commands from '../../bin/commands.json' with { type: 'json' };

/** The result of a command. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type CommandName = keyof typeof commands;

export interface CommandOptions {
  args?: string[];
  /** The command's environment; of this machine's own, only PATH and HOME are passed on. */
  env?: Record<string, string>;
  /** The working directory, where the command reads `.env`. */
  cwd: string;
  /** A program, with its arguments, that the command is run by. */
  within?: readonly string[];
}

/** A running command whose output a test can wait for. */
export interface Running extends AsyncDisposable {
  process: ChildProcess;
  /** Waits until standard output matches the pattern. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Waits until standard error, the log, matches the pattern. */
  logged(pattern: RegExp): Promise<RegExpMatchArray>;
  finished: Promise<Finished>;
}

// Commands start hundreds of times: they share what Node compiled.
const compiled = { NODE_COMPILE_CACHE: resolve('.cache/compiled') };

/** Runs a command to its end, as `npm run NAME` does. */
export function runCommand(name: CommandName, options: CommandOptions): Promise<Finished> {
  return startCommand(name, options).finished;
}

/** Starts a command; disposing stops it, as Ctrl-C does, and waits for its end. */
export function startCommand(name: CommandName, options: CommandOptions): Running {
  const { args = [], cwd, within = [] } = options;
  const line = [
    ...within,
    process.execPath,
    ...flagsOf(name),
    resolve(`scripts/${name}.ts`),
    ...args,
  ];
  const child = spawn(line[0] ?? '', line.slice(1), {
    cwd,
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text));
  const finished = once(child, 'close').then(([code]) => ({ code, ...output }));
  const heldBy = (stream: 'stdout' | 'stderr') => async (pattern: RegExp) => {
    for (;;) {
      const match = output[stream].match(pattern);
      if (match) return match;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${name} ended without ${pattern}:\n${output.stdout}${output.stderr}`);
      await Promise.race([once(child[stream], 'data'), finished]);
    }
  };
  return {
    process: child,
    finished,
    printed: heldBy('stdout'),
    logged: heldBy('stderr'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await finished;
    },
  };
}

/** Only PATH and HOME come from this machine. */
export function environmentOf({ env = {} }: CommandOptions): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...compiled, ...env };
}

/** The Node flags that `bin/waymark.cjs` would pass, independent of the working directory. */
export function flagsOf(name: CommandName): string[] {
  const { flags = [] }: { about: string; flags?: string[] } = commands[name];
  return [`--require=${resolve('bin/keep-compiled.cjs')}`, ...flags];
}
