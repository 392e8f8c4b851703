import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';

const guard = resolve('scripts/require-node.cjs');

/** A program that says that it runs, by a Node that loads some files first. */
async function runAfter(...files: string[]) {
  const args = [...files.map((file) => `--require=${file}`), '--eval', "console.log('runs')"];
  return promisify(execFile)(process.execPath, args).catch((error) => error);
}

test('every npm script that runs Node looks first whether it is the right one', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const ran = (Object.values(scripts) as string[]).filter((line) => line.startsWith('node '));
  expect(ran.length).toBeGreaterThan(5);
  for (const line of ran)
    expect(line).toMatch(/^node --require=\.\/scripts\/require-node\.cjs .*scripts\/[\w-]+\.ts/);
});

test('the Node that npm ci brings along runs', async () => {
  expect(await runAfter(guard)).toMatchObject({ stdout: 'runs\n', stderr: '' });
});

test('an older one is told of on one line, with what brings the right one', async () => {
  await using folder = await tempFolder();
  const older = join(folder.path, 'older.cjs');
  const text = "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } });";
  await writeFile(older, text);
  expect(await runAfter(older, guard)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Waymark runs on Node 24, and this is 20.20.2. .*"npm rebuild node" does.\n$/,
    ),
  });
});

test('packages that are missing are told of on one line', async () => {
  await using folder = await tempFolder();
  const copy = join(folder.path, 'require-node.cjs');
  await copyFile(guard, copy);
  expect(await runAfter(copy)).toMatchObject({
    code: 1,
    stderr: 'The packages that Waymark needs are not there. Run "npm ci" first.\n',
  });
});
