import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Step } from '../../docs/action-steps.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// Runs the steps of the example workflows that carry the content from one run to the next, with a
// real git repository. Each run is a new checkout, as on a new machine.

const run = promisify(execFile);
const log = 'roadmap-log.json';

let workflow: string;
let folder: string;
let runs = 0;
beforeEach(async () => {
  const temp = await tempFolder();
  folder = temp.path;
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', 'origin'], git(folder));
  await run('git', ['clone', '--quiet', 'origin', 'first'], git(folder));
  await writeFile(join(folder, 'first/README.md'), 'Ours\n');
  await shell('first', 'git add . && git commit --quiet -m First && git push --quiet origin HEAD');
  return () => temp[Symbol.asyncDispose]();
});

describe.each([
  {
    name: 'changelog.yml',
    order: ['Fetch the content', 'cache/restore', 'Sync', 'Keep the content', 'Build'],
  },
  {
    name: 'changelog-forgejo.yml',
    order: ['Fetch the content', 'Sync', 'Keep the content', 'Build', 'Publish'],
  },
])('$name', ({ name: file, order }) => {
  beforeEach(() => {
    workflow = readWorkflow(file);
  });

  test('carries everything that a sync wrote to the next run, except what the cache holds', async () => {
    const first = await startRun();
    await write(first, { [log]: '[1]', '.sync.json': '{}', 'assets/a.png': 'a picture' });
    await keep(first);
    const second = await startRun();
    expect(await read(second, log)).toBe('[1]');
    expect(await read(second, '.sync.json')).toBe('{}');
    expect(existsSync(join(second, '.cache/content/assets'))).toBe(false);
    await write(second, { [log]: '[1, 2]', 'assets/b.png': 'another' });
    await rm(join(second, '.cache/content/.sync.json'));
    await keep(second);
    const third = await startRun();
    expect(await read(third, log)).toBe('[1, 2]');
    expect(existsSync(join(third, '.cache/content/.sync.json'))).toBe(false);
    expect(existsSync(join(third, 'README.md'))).toBe(true);
  });

  test('gives the first run an empty folder, which a sync accepts', async () => {
    const first = await startRun();
    expect(await readdir(join(first, '.cache/content'))).toEqual(['.git']);
  });

  test('creates no commit if nothing changed', async () => {
    const first = await startRun();
    await write(first, { [log]: '[1]' });
    await keep(first);
    const before = await kept();
    await keep(await startRun());
    expect(await kept()).toBe(before);
  });

  test('fails if the content cannot be fetched or another run has pushed in between', async () => {
    const [first, second] = [await startRun(), await startRun()];
    await write(first, { [log]: '[1]' });
    await keep(first);
    await write(second, { [log]: '[2]' });
    await expect(keep(second)).rejects.toThrow('rejected');
    await rm(join(folder, 'origin'), { recursive: true });
    await expect(shell('first', stepOf('Fetch the content'))).rejects.toThrow();
  });

  test('keeps the content after it is fetched and before it is built', () => {
    const places = order.map((name) => workflow.search(new RegExp(`- (?:name|uses): .*${name}`)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test.each(['Fetch the content', 'Keep the content'])(
    'git sends the token of "%s" only to the repository’s server',
    async (name) => {
      const asked = await credentials(name, 'github.example');
      expect(asked).toContain('username=x-access-token\npassword=t0ken\n');
      await expect(credentials(name, 'elsewhere.example')).rejects.toThrow();
    },
  );
});

test('publishes the pages as the only commit of their branch', async () => {
  workflow = readWorkflow('changelog-forgejo.yml');
  for (const text of ['First', 'Second']) {
    const checkout = await startRun();
    await mkdir(join(checkout, 'dist/.well-known'), { recursive: true });
    await writeFile(join(checkout, 'dist/.gitignore'), '*.html\n');
    await writeFile(join(checkout, 'dist/index.html'), text);
    await writeFile(join(checkout, 'dist/.well-known/x'), text);
    await run('bash', ['-e', '-c', stepOf('Publish the pages')], git(checkout));
  }
  const shown = async (...args: string[]) =>
    (await run('git', args, git(join(folder, 'origin')))).stdout;
  expect(await shown('show', 'pages:index.html')).toBe('Second');
  expect(await shown('show', 'pages:.well-known/x')).toBe('Second');
  expect(await shown('rev-list', '--count', 'pages')).toBe('1\n');
});

function readWorkflow(name: string): string {
  return readFileSync(`docs/examples/${name}`, 'utf8');
}

/** The output of git's credential helpers for a host, in the environment of a step. */
async function credentials(step: string, host: string): Promise<string> {
  const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(workflow);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const { env = {} } = steps.find(({ name }) => name === step) ?? {};
  const filled = JSON.stringify(env)
    .replace(/\$\{\{ github\.token \}\}/g, 't0ken')
    .replace(/\$\{\{ github\.server_url \}\}/g, 'https://github.example');
  const { cwd, env: own } = git(join(folder, 'first'));
  const options = { cwd, env: { ...own, ...JSON.parse(filled), GIT_TERMINAL_PROMPT: '0' } };
  const asking = run('git', ['credential', 'fill'], options);
  asking.child.stdin?.end(`protocol=https\nhost=${host}\n\n`);
  return (await asking).stdout;
}

/** Starts a run: checks out the repository into a new folder and fetches the kept content. */
async function startRun(): Promise<string> {
  runs += 1;
  const name = `run-${runs}`;
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${folder}/origin`, name], {
    ...git(folder),
  });
  await mkdir(join(folder, name, '.cache'));
  await shell(name, stepOf('Fetch the content'));
  return join(folder, name);
}

function keep(checkout: string): Promise<unknown> {
  return run(
    'bash',
    ['-e', '-c', stepOf('Keep the content')],
    git(join(checkout, '.cache/content')),
  );
}

async function kept(): Promise<string> {
  const { stdout } = await run(
    'git',
    ['rev-parse', 'changelog-content'],
    git(join(folder, 'origin')),
  );
  return stdout;
}

/** Runs a script with `bash -e`, as a step is run: it ends at the first command that fails. */
function shell(checkout: string, script: string): Promise<unknown> {
  return run('bash', ['-e', '-c', script], git(join(folder, checkout)));
}

/** The script of a step of the workflow. */
function stepOf(name: string): string {
  const step = workflow.split(/^ {6}- /m).find((text) => text.startsWith(`name: ${name}\n`));
  const [, script] = /^ {8}run: \|\n((?: {10}.*\n|\n)+)/m.exec(step ?? '') ?? [];
  if (!script) throw new Error(`${name} runs nothing`);
  return script.replace(/^ {10}/gm, '');
}

/**
 * Working directory and environment for git, without the configuration of the person who runs the
 * tests.
 */
function git(cwd: string) {
  const who = { NAME: 'A', EMAIL: 'a@example.com' };
  const names = Object.entries(who).flatMap(([key, value]) =>
    ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${key}`, value]),
  );
  const env = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return { cwd, env: { ...process.env, ...env, ...Object.fromEntries(names) } };
}

async function write(checkout: string, files: Record<string, string>): Promise<void> {
  await mkdir(join(checkout, '.cache/content/assets'), { recursive: true });
  for (const [path, text] of Object.entries(files))
    await writeFile(join(checkout, '.cache/content', path), text);
}

function read(checkout: string, path: string): Promise<string> {
  return readFile(join(checkout, '.cache/content', path), 'utf8');
}
