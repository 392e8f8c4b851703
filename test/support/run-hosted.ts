import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandName, type CommandOptions, environmentOf, type Finished } from './command.ts';

export interface HostedCommand {
  /** The absolute path of the command's script. */
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The absolute path of the working directory. */
  cwd: string;
}

/**
 * Runs a command to its end like `runCommand`, but in a process that all such commands share:
 * starting Node and loading the code takes longer than most commands. Not for commands that serve
 * or that a test stops, nor to show that a process ends, nor for builds that render: a renderer reads
 * CONTENT_DIR once in a process.
 */
export function runHosted(name: CommandName, options: CommandOptions): Promise<Finished> {
  const { args = [], cwd } = options;
  const script = resolve(`scripts/${name}.ts`);
  return runScript({ script, args, env: environmentOf(options), cwd: resolve(cwd) });
}

/** Runs a script, such as that of a package, like `runHosted` does. */
export function runScript(command: HostedCommand): Promise<Finished> {
  const finished = last.then(() => {
    host ??= startHost();
    return runIn(host, command);
  });
  last = finished.catch(() => {});
  return finished;
}

interface Host {
  process: ChildProcess;
  running: PromiseWithResolvers<Finished> | undefined;
}

let host: Host | undefined;
/** One command runs at a time, because they share a working directory and an environment. */
let last: Promise<unknown> = Promise.resolve();

function startHost(): Host {
  const child = fork(fileURLToPath(new URL('command-host.ts', import.meta.url)));
  const started: Host = { process: child, running: undefined };
  child.on('message', (finished: Finished) => started.running?.resolve(finished));
  child.once('exit', (code, signal) => {
    host = undefined;
    started.running?.reject(new Error(`the process of the commands ended (${code ?? signal})`));
  });
  return started;
}

async function runIn(host: Host, command: HostedCommand): Promise<Finished> {
  host.running = Promise.withResolvers();
  host.process.send(command);
  return host.running.promise;
}
