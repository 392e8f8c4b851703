import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundled } from '../../../scripts/package/bundled.ts';
import { waitForLock } from '../../../src/lib/files/lock.ts';
import { filesIn } from '../../support/files-in.ts';
import { madeOnce } from '../../support/run/made-once.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const execute = promisify(execFile);

/** The tarball that `npm run pack` makes of the checkout. */
interface Packed {
  tarball: string;
  /** The commit that was checked out then, and its tags, one a line. */
  commit: string;
  tags: string;
}

/** Path of the tarball that `npm run pack` makes of the checkout. */
export async function tarball(): Promise<string> {
  return (await packed()).tarball;
}

/** Packs the checkout once in a run, unless the last tarball was made of the same files. */
export async function packed(): Promise<Packed> {
  const folder = await madeOnce('package', async (fresh) => {
    await pack();
    await cp(kept, fresh, { recursive: true });
  });
  const [name = ''] = await readdir(join(folder, 'tarball'));
  const [commit = '', tags = ''] = await Promise.all(
    ['commit', 'tags'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  return { tarball: join(folder, 'tarball', name), commit, tags };
}

const kept = resolve('.cache/packed');

async function pack(): Promise<void> {
  // Without Git, such as in a downloaded archive, every run packs.
  const state = await stateOfPacked().catch(() => undefined);
  using _lock = await waitForLock(`${kept}.lock`, 'package', {});
  const file = (name: string) => join(kept, name);
  const before = existsSync(file('state')) && (await readFile(file('state'), 'utf8'));
  if (before === state) return;
  await rm(kept, { recursive: true, force: true });
  await mkdir(file('tarball'), { recursive: true });
  await execute('npm', ['run', 'pack', '--', '--out', file('tarball')]);
  const checkout = { commit: ['rev-parse', 'HEAD'], tags: ['tag', '--points-at', 'HEAD'] };
  for (const [name, args] of Object.entries(checkout))
    await writeFile(file(name), await git(args).catch(() => ''));
  if (state !== undefined) await writeFile(file('state'), state);
}

/** Everything that a tarball depends on, except the commit that its version names. */
async function stateOfPacked(): Promise<string> {
  await using temp = await tempFolder();
  const index = { GIT_INDEX_FILE: join(temp.path, 'index') };
  const files = ['.', ...['test', 'bench', 'content'].map((unpacked) => `:!${unpacked}`)];
  await git(['read-tree', 'HEAD'], index);
  await git(['add', '--all', '--', ...files], index);
  return [
    await git(['ls-files', '--stage', '--', ...files], index),
    await readFile('node_modules/.package-lock.json', 'utf8'),
    process.version,
  ].join('\n');
}

async function git(args: string[], more: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, ...more };
  return (await execute('git', args, { env, maxBuffer: 2 ** 24 })).stdout.trim();
}

/** Unpacks the tarball into a project's `node_modules`, replacing what is there. */
export async function unpackInto(project: string): Promise<string> {
  const place = join(project, 'node_modules/waymark');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await execute('tar', ['-xzf', await tarball(), '--strip-components=1', '-C', place]);
  return place;
}

/**
 * Links the packages that are installed here into a project, except those whose code the package
 * contains. One package is put below Waymark's own folder, as npm does when the project has another
 * version of it.
 * @param without packages that the project lacks
 */
export async function linkDependencies(
  project: string,
  nested: string,
  without: readonly string[] = [],
): Promise<void> {
  const own = join(project, 'node_modules/waymark/node_modules');
  await mkdir(own, { recursive: true });
  const absent = new Set([...bundled, ...without]);
  for (const name of await readdir('node_modules')) {
    if (name === 'waymark' || name.startsWith('.') || absent.has(name)) continue;
    const folder = name === nested ? own : join(project, 'node_modules');
    await symlink(resolve('node_modules', name), join(folder, name)).catch(ifThere);
  }
  const other = join(project, 'node_modules', nested);
  await mkdir(other, { recursive: true });
  await writeFile(join(other, 'package.json'), `{ "name": "${nested}", "version": "0.0.1" }`);
  await writeFile(join(other, 'index.js'), `throw new Error('the ${nested} of the project');`);
}

/** Files of a built site, without the hashes of assets and of the Content Security Policy. */
export async function builtFiles(folder: string): Promise<Record<string, string>> {
  const hashless = (text: string) =>
    text
      .replace(/(_astro\/[\w.@-]+?)[.-][\w-]{8}(?=\.\w+)/g, '$1')
      .replace(/'sha256-[\w+/=]+'/g, "'sha256'");
  const files = Object.entries(await filesIn(folder));
  return Object.fromEntries(files.map(([path, text]) => [hashless(path), hashless(text)]));
}

/** Paths whose files differ or exist on one side only. */
export function differing(one: Record<string, string>, other: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...paths].filter((path) => one[path] !== other[path]);
}

/** Raises the version and the content version of an unpacked package, as in its next release. */
export async function raiseVersions(place: string): Promise<void> {
  await change(join(place, 'package.json'), /"version": ".*"/, '"version": "99.0.0"');
  for (const ending of ['ts', 'js'])
    await change(
      join(place, `compiled/src/model/content/content-version.${ending}`),
      /= 1;/,
      '= 2;',
    );
}

/** The project's links still exist when Waymark is unpacked again. */
function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function change(file: string, from: RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!from.test(text)) throw new Error(`${file} does not hold ${from}`);
  await writeFile(file, text.replace(from, to));
}
