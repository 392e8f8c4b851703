import { type ChildProcess, type SerializationType, spawn } from 'node:child_process';
import { cacheFolder, moduleBeside } from '../files/places.ts';

const bound = moduleBeside('./bound-to-parent', import.meta.url).href;
const ownCompileCache = cacheFolder('node');

interface BoundOptions {
  /** What Node itself is told. */
  flags: readonly string[];
  /** All that the program sees of the environment. */
  env: Record<string, string | undefined>;
  cwd?: string;
  /** A folder for compiled code, from one start to the next; one for all programs if left out. */
  compileCache?: string | undefined;
  /** Held by the program for as long as it lives. */
  lockFile?: string;
  /** How messages travel; `advanced` knows maps and dates. */
  serialization?: SerializationType;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

interface Bound {
  /** Over its channel it tells, and is told. */
  child: ChildProcess;
  /** Settles when it is gone; never rejects. */
  ended: Promise<ProgramEnd>;
}

interface ProgramEnd {
  /** In words: `exit code 1`, `SIGKILL`, or why it could not be started; undefined for exit code 0. */
  failure: string | undefined;
  /** The end of what it printed, which tells what went wrong. */
  output: string;
}

/** Starts a TypeScript program in a process of its own, which ends with this one at the latest. */
export function startBound(
  program: string,
  {
    flags,
    env,
    cwd,
    compileCache = ownCompileCache,
    lockFile,
    serialization,
    signal,
  }: BoundOptions,
): Bound {
  const child = spawn(process.execPath, [...flags, '--import', bound, program], {
    cwd,
    env: { ...env, BOUND_LOCK: lockFile, NODE_COMPILE_CACHE: compileCache },
    // Its standard input closes when this process is gone.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    serialization,
    ...(signal && { signal }),
  });
  return { child, ended: endOf(child) };
}

/** In characters. */
const maxOutput = 20_000;

async function endOf(child: ChildProcess): Promise<ProgramEnd> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output = `${output}${text}`.slice(-maxOutput);
    });
  let unstarted: string | undefined;
  // Also told where the signal ends the process, which closes all the same.
  child.on('error', (error) => {
    unstarted = error.message;
  });
  // Not with `once` of events: that does not wait for the end where the signal is told of first.
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid, exitCode, signalCode } = child;
  const died = exitCode === 0 ? undefined : (signalCode ?? `exit code ${exitCode}`);
  return { failure: pid === undefined ? unstarted : died, output };
}
