import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listGenerations } from '../../src/publish/list.ts';
import { resume } from '../../src/publish/rollback.ts';
import { publishVersion } from './valid-site.ts';

/** Checks that after a kill the next run publishes and leaves no partial files. */
export async function expectWhole(folder: string, names: readonly string[]): Promise<void> {
  const outDir = join(folder, 'dist');
  const heading = async () =>
    (await readFile(join(outDir, 'index.html'), 'utf8')).match(/<h1>(.*)<\/h1>/)?.[1];
  expect(names).toContain(await heading());
  // Publishing may be paused if the process was killed during a rollback.
  await resume(outDir);
  const next = names.find((name) => name !== 'a') ?? '';
  expect(['published', 'unchanged']).toContain((await publishVersion(folder, next)).kind);
  expect(await heading()).toBe(next);
  const { generations } = await listGenerations(outDir);
  expect(generations.length).toBeLessThanOrEqual(5);
  expect((await readdir(join(folder, 'generations'))).sort()).toEqual(
    ['.lock', '.state.json', ...generations.flatMap(({ name }) => [name, `${name}.json`])].sort(),
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
}
