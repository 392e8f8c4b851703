import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { siteEnvironment } from '../../config/site-environment.ts';
import { tryLock } from '../../lib/files/lock.ts';
import { projectFolder } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';

interface ProgramOptions {
  /** What it is told, beside what the site's own code may know of what this process was told. */
  env: Record<string, string>;
  /** Held by it for as long as it lives. */
  lockFile: string;
  /** Where Node keeps what it made of its code, if not with that of all programs. */
  compileCache?: string;
  signal?: AbortSignal | undefined;
}

interface Running {
  child: ChildProcess;
  /**
   * Settles when it is gone.
   * @throws WaymarkError with what went wrong
   */
  ended: Promise<void>;
}

/**
 * Starts one of the programs that make a site. In a process of its own: what a site is compiled
 * with and to stays behind in the one that loaded it.
 */
export function runProgram(
  program: string,
  { env, lockFile, compileCache, signal }: ProgramOptions,
): Running {
  const { child, ended } = startBound(program, {
    flags: lowMemory.flags,
    cwd: projectFolder,
    compileCache,
    lockFile,
    // Knows what is undefined.
    serialization: 'advanced',
    signal,
    env: {
      ...siteEnvironment(process.env),
      ...env,
      ...lowMemory.env,
    },
  });
  const settled = ended.then(({ failure, output }) => {
    signal?.throwIfAborted();
    if (failure) throw notBuilt(output);
  });
  // Whoever talks to it first may find out first.
  settled.catch(() => {});
  return { child, ended: settled };
}

/** @param why what was printed of it */
export function notBuilt(why: string): WaymarkError {
  const [, file, owner] = missingFile.exec(stripVTControlCharacters(why)) ?? [];
  const text = owner
    ? `${owner} refers to ${file}, which is not there. Put the file there, or change ${owner}.`
    : why;
  return new WaymarkError(`The site could not be built; the old one stays.\n${text}`.trimEnd());
}

/** As Vite says it of a page of the maintainer's; its stack names Waymark's own files. */
const missingFile = /Could not resolve ['"](\.[^'"]*)['"] in (\S*\bpages\/\S+)/;

/**
 * What a process is started with that makes a site. What is short-lived is collected early, the heap
 * grows in small steps, and memory that was freed is given back at once: a build takes two thirds of
 * the memory, and hardly more time.
 */
export const lowMemory = {
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=60'],
  env: {
    MALLOC_ARENA_MAX: '1',
    MIMALLOC_PURGE_DELAY: '0',
    // More threads would only take turns with the one that renders.
    UV_THREADPOOL_SIZE: '2',
    ASTRO_TELEMETRY_DISABLED: '1',
    // Set by test runners; Astro would take them for its own base and for the mode of the build.
    BASE_URL: undefined,
    NODE_ENV: 'production',
  },
};

/**
 * Waits for a program whose own parent was killed: it ends by itself within moments.
 * @throws WaymarkError when it does not
 */
export async function untilAlone(lockFile: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    using free = tryLock(lockFile);
    if (free) return;
    await delay(100);
  }
  throw new WaymarkError(
    `A build that was started earlier still runs, although what started it is gone. End it, then build again.`,
  );
}
