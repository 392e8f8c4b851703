import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';

export interface CommandOptions {
  /** A command for `sh -c`. */
  command: string;
  /** The whole environment of the command. */
  env: Record<string, string | undefined>;
  /** Timeout in milliseconds. */
  timeoutMs: number;
  log: Log;
  /** Ends the command like a timeout. */
  signal: AbortSignal;
}

/** Time for the command to end after SIGTERM, in milliseconds. */
const graceMs = 5_000;

/**
 * Runs the command beside a guard that waits for a line from us. If we die instead, it kills the
 * process group. Otherwise the command would continue beside the next receiver's.
 */
const guarded = `
  { read -r _ <&3 || kill -9 -$$; } >/dev/null 2>&1 &
  exec 3<&-
  exec sh -c "$1"
`;

/**
 * Runs the maintainer's command and logs its output. It ends when its output is closed, so that
 * background processes count.
 * @throws WaymarkError if it failed, or timed out and was killed with its process group
 */
export async function runCommand(options: CommandOptions): Promise<void> {
  const { command, env, timeoutMs, log } = options;
  // In a process group of its own, to be killed as a whole.
  const child = spawn('sh', ['-c', guarded, 'sh', command], {
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const limit = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([limit, options.signal]);
  using _ = killWhen(child, stop);
  logLines(child, log);
  const { code, signal, error } = await ended(child);
  if (error) throw new WaymarkError(`DEPLOY_COMMAND could not be run: ${error.message}.`);
  if (limit.aborted)
    throw new WaymarkError(
      `DEPLOY_COMMAND took longer than ${timeoutMs / 1000} s and was killed.\nMake it faster, or raise DEPLOY_TIMEOUT.`,
    );
  if (code !== 0)
    throw new WaymarkError(
      `DEPLOY_COMMAND failed with ${code === null ? `signal ${signal}` : `exit code ${code}`}.\nThe log holds what it printed.`,
    );
}

/** Its exit, or why it did not start. Releases the guard. */
async function ended(child: ChildProcess) {
  const guard = child.stdio[3] as Writable;
  // The guard was killed with the command.
  guard.on('error', () => {});
  const closed = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'));
  try {
    const [[code, signal]] = await Promise.all([once(child, 'exit'), ...closed]);
    guard.end('done\n');
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  } catch (error) {
    return { code: null, signal: null, error: error as Error };
  }
}

/** Sends SIGTERM to the process group, then SIGKILL. */
function killWhen(child: ChildProcess, stop: AbortSignal): Disposable {
  let force: NodeJS.Timeout | undefined;
  const ask = () => {
    killGroup(child, 'SIGTERM');
    force = setTimeout(() => {
      killGroup(child, 'SIGKILL');
      // Processes that left the group may hold them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, graceMs);
  };
  if (stop.aborted) ask();
  stop.addEventListener('abort', ask);
  return {
    [Symbol.dispose]() {
      stop.removeEventListener('abort', ask);
      clearTimeout(force);
    },
  };
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Limits of logged output: characters per line, and lines. */
const maxLineLength = 2_000;
const maxLines = 1_000;

/** Logs the output of a command by line. */
export function logLines({ stdout, stderr }: ChildProcess, log: Log): void {
  let lines = 0;
  const print = (stream: 'stdout' | 'stderr') => (line: string) => {
    lines += 1;
    if (lines <= maxLines) log.info({ [stream]: line }, 'DEPLOY_COMMAND');
    if (lines === maxLines) log.warn('DEPLOY_COMMAND prints a lot: no more of it is logged');
  };
  onLine(stdout, print('stdout'));
  onLine(stderr, print('stderr'));
}

/** Splits a stream into lines, and overlong lines into pieces, to bound the memory. */
function onLine(stream: Readable | null, print: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) print(line.slice(0, maxLineLength));
    if (rest.length < maxLineLength) return;
    print(rest.slice(0, maxLineLength));
    rest = '';
  });
  stream?.once('end', () => rest && print(rest));
}
