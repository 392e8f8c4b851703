import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';

export interface CommandOptions {
  /** The command to run with `sh -c`. */
  command: string;
  /** The complete environment of the command. */
  env: Record<string, string | undefined>;
  timeoutMs: number;
  log: Log;
  /** If aborted, ends the command as the timeout does. */
  signal: AbortSignal;
}

/** Time that the command has to end after SIGTERM, in milliseconds. */
const graceMs = 5_000;

/**
 * A shell script that runs the command and, in the background, a guard. The guard waits for a line
 * from this process. If this process dies first, the guard kills the command, which could otherwise
 * still run when a restarted receiver runs it again.
 */
const guarded = `
  { read -r _ <&3 || kill -9 -$$; } >/dev/null 2>&1 &
  exec 3<&-
  exec sh -c "$1"
`;

/**
 * Runs the maintainer's command and logs its output. Also waits for background processes that keep
 * the output open.
 * @throws WaymarkError if the command failed, or timed out and was killed with its process group
 */
export async function runCommand(options: CommandOptions): Promise<void> {
  const { command, env, timeoutMs, log } = options;
  // The command has its own process group, so that it can be killed with all of its processes.
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
      `DEPLOY_COMMAND failed with ${code === null ? `signal ${signal}` : `exit code ${code}`}.\nThe output of the command is in the log.`,
    );
}

/**
 * Waits until the command has ended, and ends the guard. Returns the exit code, the signal, or the
 * error that kept the command from starting.
 */
async function ended(child: ChildProcess) {
  const guard = child.stdio[3] as Writable;
  // Writing to the guard fails if it was killed together with the command.
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

/**
 * Once `stop` is aborted, sends SIGTERM to the process group, and SIGKILL if it has not ended in
 * time.
 */
function killWhen(child: ChildProcess, stop: AbortSignal): Disposable {
  let force: NodeJS.Timeout | undefined;
  const ask = () => {
    killGroup(child, 'SIGTERM');
    force = setTimeout(() => {
      killGroup(child, 'SIGKILL');
      // A process that left the group may still keep these streams open.
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
    // ESRCH: the process group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Limits of the logged output: characters per line, and number of lines. */
const maxLineLength = 2_000;
const maxLines = 1_000;

export function logLines({ stdout, stderr }: ChildProcess, log: Log): void {
  let lines = 0;
  const print = (stream: 'stdout' | 'stderr') => (line: string) => {
    lines += 1;
    if (lines <= maxLines) log.info({ [stream]: line }, 'DEPLOY_COMMAND');
    if (lines === maxLines)
      log.warn('DEPLOY_COMMAND prints too much: the rest of its output is not logged');
  };
  onLine(stdout, print('stdout'));
  onLine(stderr, print('stderr'));
}

/** Splits a stream into lines. Splits overlong lines too, to limit memory use. */
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
