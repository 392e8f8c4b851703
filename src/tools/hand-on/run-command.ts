import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';

export interface CommandOptions {
  /** As `sh -c` takes it. */
  command: string;
  /** All that the command sees of the environment. */
  env: Record<string, string | undefined>;
  /** How long it may take, in milliseconds. */
  timeoutMs: number;
  log: Log;
  /** Ends the command as a time limit does. */
  signal: AbortSignal;
}

/** How long a command may take to end when it is asked to, in milliseconds. */
const graceMs = 5_000;

/**
 * Runs the command, and next to it a guard that waits for a word from us: where we are gone
 * instead, however that happened, it ends the whole group. Otherwise the command would go on while
 * the next receiver starts it again.
 */
const guarded = `
  { read -r _ <&3 || kill -9 -$$; } >/dev/null 2>&1 &
  exec 3<&-
  exec sh -c "$1"
`;

/**
 * Runs the maintainer's own command and logs what it prints. It ends when its output is closed,
 * so that what it leaves in the background counts as well.
 * @throws WaymarkError where it failed, or took too long: the whole group of its processes is then
 * killed
 */
export async function runCommand(options: CommandOptions): Promise<void> {
  const { command, env, timeoutMs, log } = options;
  // A group of its own can be killed as a whole.
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

/** How it ended, or why it could not be started. Its guard is told then. */
async function ended(child: ChildProcess) {
  const guard = child.stdio[3] as Writable;
  // It was killed together with the command.
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

/** Asks all of the command's processes to end, and soon makes them. */
function killWhen(child: ChildProcess, stop: AbortSignal): Disposable {
  let force: NodeJS.Timeout | undefined;
  const ask = () => {
    killGroup(child, 'SIGTERM');
    force = setTimeout(() => {
      killGroup(child, 'SIGKILL');
      // Somebody who left the group may hold them open.
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
    // The group is gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Characters of a line and lines of a command's output that are logged, at most. */
const maxLineLength = 2_000;
const maxLines = 1_000;

/** Logs what a command prints, line by line. */
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

/** Lines as they come, an overlong one in pieces, so that no output fills the memory. */
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
