import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Finished } from '../../support/command.ts';
import { runScript } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { linkDependencies, unpackInto } from './packed.ts';

/** A running command of the package with the address that it printed. */
interface Serving extends AsyncDisposable {
  url: string;
  /** The output up to now. */
  printed(): string;
}

/** A user's project with the package installed. */
export interface Project extends AsyncDisposable {
  path: string;
  /** The parent folder, for files outside the project. */
  around: string;
  /** Runs a command to its end. */
  waymark(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
  /**
   * Runs the compiled script of a command in a process that such commands share, for tests of what a
   * command does rather than of how it starts.
   */
  hosted(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
  /** Starts a command that keeps running, and waits for its address. */
  serving(args: readonly string[], env?: Record<string, string>): Promise<Serving>;
}

/**
 * @param env for every command, in addition to PATH and HOME
 * @param without packages that the project lacks
 */
export async function startProject(
  env: Record<string, string> = {},
  name = 'project',
  without: readonly string[] = [],
): Promise<Project> {
  const temp = await tempFolder();
  const path = join(temp.path, name);
  await unpackInto(path);
  await linkDependencies(path, 'zod', without);
  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    HOME: temp.path,
    // Astro would start npm and ask the registry for its newest version.
    ASTRO_DISABLE_UPDATE_CHECK: 'true',
    ...env,
    ...more,
  });
  const start = (args: readonly string[], more?: Record<string, string>) =>
    spawn(process.execPath, ['node_modules/waymark/bin/waymark.cjs', ...args], {
      cwd: path,
      env: environment(more),
    });
  const runHosted = ([name = '', ...args]: readonly string[], more?: Record<string, string>) =>
    runScript({
      script: join(path, `node_modules/waymark/compiled/scripts/${name}.js`),
      args,
      // As `bin/waymark.cjs` calls it.
      env: { ...environment(more), CALLED_AS: 'waymark' },
      cwd: path,
    });
  return {
    path,
    around: temp.path,
    waymark: (args, more) => endOf(start(args, more)),
    hosted: runHosted,
    serving: (args, more) => addressOf(start(args, more)),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

async function endOf(child: ChildProcess): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (output.stderr += text));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

async function addressOf(child: ChildProcess): Promise<Serving> {
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (printed += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (printed += text));
  const closed = once(child, 'close');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours the terminal
  const address = () => printed.replace(/\x1b\[\d+m/g, '').match(/http:\/\/[\w.]+:\d+/)?.[0];
  while (address() === undefined) {
    if (child.exitCode !== null) throw new Error(printed);
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), closed]);
  }
  return {
    url: address() ?? '',
    printed: () => printed,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await closed;
    },
  };
}
