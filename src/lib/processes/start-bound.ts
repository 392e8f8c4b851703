import { type ChildProcess, spawn } from 'node:child_process';
import { cacheFolder, moduleBeside } from '../files/places.ts';

const bound = moduleBeside('./bound-to-parent', import.meta.url).href;
const compileCache = cacheFolder('node');

interface BoundOptions {
  /** Command-line flags for Node. */
  flags: readonly string[];
  /** The program's complete environment. No other variables of this process are passed on. */
  env: Record<string, string | undefined>;
  cwd?: string;
  /** File of a lock that the program holds while it runs. */
  lockFile?: string;
  /** Aborting this signal ends the program. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts a TypeScript program in a child process that ends when this process ends. The child has an
 * IPC channel.
 */
export function startBound(program: string, { flags, env, cwd, lockFile, signal }: BoundOptions) {
  const child = spawn(process.execPath, [...flags, '--import', bound, program], {
    cwd,
    env: { ...env, BOUND_LOCK: lockFile, NODE_COMPILE_CACHE: compileCache },
    // The first pipe is closed when this process is gone, which ends the program.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    // Supports undefined, maps, dates and the bytes of files, unlike JSON.
    serialization: 'advanced',
    ...(signal && { signal }),
  });
  return { child, ended: endOf(child) };
}

/** Only this many characters from the end of the output are kept. */
const maxOutput = 20_000;

/**
 * Resolves when the program has ended, with the last part of its output; never rejects. `failure` is
 * `exit code 1`, `SIGKILL`, or the reason why the program did not start; undefined for exit code 0.
 */
async function endOf(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output = `${output}${text}`.slice(-maxOutput);
    });
  let unstarted: string | undefined;
  // This event is also emitted when the abort signal ends the process; `close` follows it.
  child.on('error', (error) => {
    unstarted = error.message;
  });
  // `events.once` is not used, because it would reject when the signal aborts, before the process
  // has ended.
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid, exitCode, signalCode } = child;
  const died = exitCode === 0 ? undefined : (signalCode ?? `exit code ${exitCode}`);
  return { failure: pid === undefined ? unstarted : died, output };
}
