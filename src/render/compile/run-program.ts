import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { siteEnvironment } from '../../config/site-environment.ts';
import { tryLock } from '../../lib/files/lock.ts';
import { projectFolder } from '../../lib/files/places.ts';
import { command } from '../../lib/processes/command.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';

interface ProgramOptions {
  /** Environment variables of the program. Variables that the site's own code may see are added. */
  env: Record<string, string>;
  /** A file that the program locks while it runs. */
  lockFile: string;
  signal?: AbortSignal | undefined;
}

/**
 * Starts a program that compiles or renders a site. It runs in a child process, because Node never
 * frees loaded modules. `ended` rejects with a WaymarkError if the program fails.
 */
export function runProgram(
  program: string,
  { env, lockFile, signal }: ProgramOptions,
): { child: ChildProcess; ended: Promise<void> } {
  const { child, ended } = startBound(program, {
    flags: lowMemory.flags,
    cwd: projectFolder,
    lockFile,
    signal,
    env: {
      ...siteEnvironment(process.env),
      ...env,
      ...lowMemory.env,
    },
  });
  const settled = ended.then(({ failure, output }) => {
    signal?.throwIfAborted();
    if (failure)
      throw buildFailed(output.trim() || `The program that builds it ended: ${failure}.`);
  });
  // Avoids an unhandled rejection; callers get the error from `ended`.
  settled.catch(() => {});
  return { child, ended: settled };
}

/**
 * Its message has the error's own sentences, and its `cause` is the whole text.
 * @param why the error that the program printed, with its trace
 */
export function buildFailed(why: string): WaymarkError {
  const plain = stripVTControlCharacters(why);
  const [, file, owner] = missingFile.exec(plain) ?? [];
  const text = owner
    ? `${owner} refers to ${file}, which does not exist. Add the file, or change ${owner}.`
    : sentencesOf(plain);
  return new WaymarkError(`The site could not be built. The old site stays.\n${text}`.trimEnd(), {
    cause: plain,
  });
}

/** The sentences of the first error in a text, without its name and trace. */
function sentencesOf(printed: string): string {
  const lines = printed.split('\n');
  const end = lines.findIndex((line) => /^\s+at /.test(line));
  if (end === -1) return printed;
  const before = lines.slice(0, end);
  const start = before.findLastIndex((line) => errorName.test(line));
  const [, name] = errorName.exec(before[start] ?? '') ?? [];
  const sentences = before.slice(Math.max(start, 0)).join('\n').replace(errorName, '');
  // Other errors may need their trace to be understood.
  const hint = `\n${command('build', '--verbose')} prints where this happened.`;
  return name === 'WaymarkError' || name === 'SettingsError' ? sentences : `${sentences}${hint}`;
}

/** Matches the name of an error, and the names of PostCSS and its plugin, before the message. */
const errorName = /^(\w*Error)(?: \[\w+\])?: (?:\[postcss\] )?(?:postcss-import: )?/;

/** Matches Vite's error about a missing file that one of the maintainer's pages imports. */
const missingFile = /Could not resolve ['"](\.[^'"]*)['"] in (\S*\bpages\/\S+)/;

/** Flags and environment variables for processes that compile or render. */
export const lowMemory = {
  flags: [
    // Saves 20 % of peak memory at 1,000 releases.
    '--max-semi-space-size=8',
    // Saves 24 % of peak memory at 10,000 releases.
    '--heap-growing-percent=60',
  ],
  env: {
    // Saves 15 % of the memory of an idle worker at 1,000 releases.
    MALLOC_ARENA_MAX: '1',
    // Saves 13 % of peak memory of a first build.
    MIMALLOC_PURGE_DELAY: '0',
    ASTRO_TELEMETRY_DISABLED: '1',
    // Test runners set `BASE_URL` and `NODE_ENV`, which Astro would read as its base path and mode.
    BASE_URL: undefined,
    NODE_ENV: 'production',
  },
};

/**
 * Waits for a child process of a killed build, which normally ends soon.
 * @throws WaymarkError if the process does not end
 */
export async function waitForOrphan(lockFile: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    using free = tryLock(lockFile);
    if (free) return;
    await delay(100);
  }
  throw new WaymarkError(
    `A process of an earlier build still runs, although the command that started it has ended. End that process, then build again.`,
  );
}
