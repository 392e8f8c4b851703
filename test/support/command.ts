import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import commands from '../../bin/commands.json' with { type: 'json' };

/** What a command left behind. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type CommandName = keyof typeof commands;

export interface CommandOptions {
  args?: string[];
  /** The command's settings; nothing of this machine's own reaches it. */
  env?: Record<string, string>;
  /** Where it runs: `.env` is read from there. */
  cwd: string;
  /** A program, with its arguments, that is given the command to run. */
  within?: readonly string[];
}

/** A running command whose output can be waited for. */
export interface Running extends AsyncDisposable {
  process: ChildProcess;
  /** What was printed up to now, once it holds the pattern. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  /** What was logged up to now, on standard error, once it holds the pattern. */
  logged(pattern: RegExp): Promise<RegExpMatchArray>;
  finished: Promise<Finished>;
}

// Commands start hundreds of times: what Node compiles for one is there for all.
const compiled = { NODE_COMPILE_CACHE: resolve('.cache/compiled') };

/** Runs a command as `npm run NAME` does, to its end. */
export function runCommand(name: CommandName, options: CommandOptions): Promise<Finished> {
  return startCommand(name, options).finished;
}

/** Starts a command; disposing asks it to stop, as Ctrl-C does, and waits. */
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

/** Nothing of this machine's own but what programs are found by. */
export function environmentOf({ env = {} }: CommandOptions): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...compiled, ...env };
}

/** What the command is given before it, as `bin/waymark.cjs` does, for any folder that it may run in. */
export function flagsOf(name: CommandName): string[] {
  const { flags = [] }: { about: string; flags?: string[] } = commands[name];
  return [`--require=${resolve('bin/keep-compiled.cjs')}`, ...flags];
}
