import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandName, type CommandOptions, environmentOf, type Finished } from './command.ts';

export interface HostedCommand {
  /** The command's file, absolute. */
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Absolute. */
  cwd: string;
}

/**
 * Runs a command to its end, as `runCommand` does, in a process that all of these share: Node takes
 * longer to start and to load the code than most commands take. Not for one that serves, is stopped
 * by the test, or proves that a process ends.
 */
export function runHosted(name: CommandName, options: CommandOptions): Promise<Finished> {
  const { args = [], cwd } = options;
  const script = resolve(`scripts/${name}.ts`);
  const command = { script, args, env: environmentOf(options), cwd: resolve(cwd) };
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
/** They share a folder and an environment: one runs at a time. */
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
