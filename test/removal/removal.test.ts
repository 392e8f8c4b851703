import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reducedProject } from './reduced-project.ts';
import { type Removal, removals } from './removals.ts';

const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };

/** Tests of the whole checkout: what docs name, and how much of it there is. */
const ofCheckout = [
  'test/docs/**',
  'test/architecture.test.ts',
  'test/one-of-each.test.ts',
  'test/site/layers.test.ts',
];

/** What a program in the reduced project prints, with its exit code. */
function run(folder: string, program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, output: `${stdout}${stderr}`.slice(-4000) };
}

function checkTypes(folder: string) {
  return run(folder, 'npx', 'astro', 'check', '--minimumFailingSeverity', 'error');
}

test.for(removals.map((one): [string, Removal] => [one.folder, one]))(
  'type-checks without %s',
  { timeout: 300_000 },
  async ([, removal]) => {
    await using project = await reducedProject([removal]);
    expect(checkTypes(project.folder)).toMatchObject({ code: 0 });
  },
);

test('without any feature or tool, the core’s tests pass and the sample is built', {
  timeout: 600_000,
}, async () => {
  await using project = await reducedProject(removals);
  const { folder } = project;
  expect(project.tests.length).toBeGreaterThan(100);
  expect(checkTypes(folder)).toMatchObject({ code: 0 });
  const others = ofCheckout.flatMap((path) => ['--exclude', path]);
  const tests = run(folder, 'npx', 'vitest', 'run', '--project', 'unit', ...others);
  expect(tests).toMatchObject({ code: 0 });
  expect(run(folder, 'node', 'bin/waymark.cjs', 'build')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'dist/index.html'))).toBe(true);
  expect(existsSync(join(folder, 'dist/search'))).toBe(false);
});
