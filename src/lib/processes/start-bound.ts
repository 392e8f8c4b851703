import { type ChildProcess, type SerializationType, spawn } from 'node:child_process';
import { cacheFolder, moduleBeside } from '../files/places.ts';

const bound = moduleBeside('./bound-to-parent', import.meta.url).href;
const ownCompileCache = cacheFolder('node');

interface BoundOptions {
  /** Flags of Node. */
  flags: readonly string[];
  /** The whole environment of the program. */
  env: Record<string, string | undefined>;
  cwd?: string;
  /** Folder of the compile cache; shared by all programs if left out. */
  compileCache?: string | undefined;
  /** A lock that the program holds while it lives. */
  lockFile?: string;
  /** Message format; `advanced` supports maps and dates. */
  serialization?: SerializationType;
  /** Ends the program. */
  signal?: AbortSignal | undefined;
}

interface Bound {
  /** Has an IPC channel. */
  child: ChildProcess;
  /** Resolves when the program has ended; never rejects. */
  ended: Promise<ProgramEnd>;
}

interface ProgramEnd {
  /** `exit code 1`, `SIGKILL`, or the reason why it did not start; undefined for exit code 0. */
  failure: string | undefined;
  /** The end of its output. */
  output: string;
}

/** Starts a TypeScript program in a child process that never outlives this one. */
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
    // Closes standard input when this process is gone.
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
  // Also emitted where the signal ends the process, which then closes.
  child.on('error', (error) => {
    unstarted = error.message;
  });
  // `events.once` would reject as soon as the signal aborts, before the process has ended.
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid, exitCode, signalCode } = child;
  const died = exitCode === 0 ? undefined : (signalCode ?? `exit code ${exitCode}`);
  return { failure: pid === undefined ? unstarted : died, output };
}
