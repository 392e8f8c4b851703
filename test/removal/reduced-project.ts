import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { inMemory } from '../support/temp-folder.ts';
import type { Removal } from './removals.ts';

export interface ReducedProject extends AsyncDisposable {
  folder: string;
  /** The remaining test files. */
  tests: string[];
}

/**
 * Copies the checkout without some features and tools, and without the tests and benchmarks that
 * import them.
 * @throws if the text that an edit replaces is missing
 */
export async function reducedProject(removals: readonly Removal[]): Promise<ReducedProject> {
  const folder = await mkdtemp(join(inMemory, 'waymark-removal-'));
  for (const path of checkedOut()) await cp(path, join(folder, path));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const { folder: removed, files = [], edits = [] } of removals) {
    for (const path of [removed, ...files]) await rm(join(folder, path), { recursive: true });
    const tests = removed.replace('src/', 'test/');
    await rm(join(folder, tests), { recursive: true, force: true });
    for (const edit of edits) await apply(folder, edit);
  }
  // It imports all benchmarks, also those of removed features.
  await rm(join(folder, 'scripts/bench.ts'));
  while ((await removeBroken(folder)) > 0);
  return {
    folder,
    tests: globSync('test/**/*.test.ts', { cwd: folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function checkedOut(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}

async function apply(
  folder: string,
  [path, from, to]: Required<Removal>['edits'][number],
): Promise<void> {
  const file = join(folder, path);
  const before = await readFile(file, 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} has no ${from}.`);
  await writeFile(file, after);
}

/** Removes tests and benchmarks that import missing files. Returns how many were removed. */
async function removeBroken(folder: string): Promise<number> {
  const files = globSync('{test,bench}/**/*.{ts,mjs}', { cwd: folder });
  const all = new Set(globSync('**/*', { cwd: folder, exclude: ['node_modules'] }));
  let count = 0;
  for (const path of files) {
    const text = await readFile(join(folder, path), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)];
    const isBroken = imports.some(([, to = '']) => !all.has(normalize(join(dirname(path), to))));
    if (!isBroken) continue;
    await rm(join(folder, path));
    count += 1;
  }
  return count;
}
