import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reducedProject } from './reduced-project.ts';
import { type Removal, removals } from './removals.ts';

const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };

/** Tests that need the complete checkout, such as those of the docs and the layers. */
const testsOfCheckout = [
  'test/docs',
  'test/architecture.test.ts',
  'test/one-of-each.test.ts',
  'test/site/layers.test.ts',
];

/**
 * Runs a program in the reduced project.
 * @throws with the end of its output if it fails
 */
async function run(folder: string, program: string, ...args: string[]): Promise<void> {
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  await new Promise<void>((resolve, reject) =>
    execFile(program, args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}${stderr}`.slice(-4000))) : resolve(),
    ),
  );
}

const checkTypes = (folder: string) =>
  run(folder, 'npx', 'astro', 'check', '--minimumFailingSeverity', 'error');

// Concurrent, because a type check uses only one core.
test.concurrent.for(removals.map((one): [string, Removal] => [one.folder, one]))(
  'type-checks without %s',
  { timeout: 300_000 },
  async ([, removal]) => {
    await using project = await reducedProject([removal]);
    await checkTypes(project.folder);
  },
);

test('without any feature or tool, the core’s tests pass and the sample is built', {
  timeout: 600_000,
}, async () => {
  await using project = await reducedProject(removals);
  const { folder } = project;
  expect(project.tests.length).toBeGreaterThan(100);
  await checkTypes(folder);
  for (const path of testsOfCheckout) await rm(join(folder, path), { recursive: true });
  await run(folder, 'npx', 'vitest', 'run', '--project', 'unit');
  await run(folder, 'node', 'bin/waymark.cjs', 'build');
  expect(existsSync(join(folder, 'dist/index.html'))).toBe(true);
  expect(existsSync(join(folder, 'dist/search'))).toBe(false);
});
