import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import commands from '../../../bin/commands.json' with { type: 'json' };
import { tempFolder } from '../../support/temp-folder.ts';

const bin = resolve('bin/waymark.cjs');
const { version, scripts } = JSON.parse(await readFile('package.json', 'utf8'));

let folder: string;
beforeEach(async () => {
  const temp = await tempFolder();
  folder = temp.path;
  return () => temp[Symbol.asyncDispose]();
});

/** Runs the bin, or a copy of it, with this Node and the given files preloaded. */
function start(
  args: readonly string[],
  program = bin,
  before: readonly string[] = [],
  cwd = folder,
) {
  const loaded = before.map((file) => `--require=${file}`);
  const env = { PATH: process.env.PATH };
  const child = spawn(process.execPath, [...loaded, program, ...args], { cwd, env });
  return { child, ended: endOf(child) };
}

async function endOf(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout, stderr };
}

/** A module to preload: it makes Node look like version 20, without `process.execve`. */
async function olderNode(): Promise<string> {
  const file = join(folder, 'older.cjs');
  const older = "{ ...process.versions, node: '20.20.2' }";
  await writeFile(
    file,
    `Object.defineProperty(process, 'versions', { value: ${older} });\nprocess.execve = undefined;\n`,
  );
  return file;
}

/** Installs the package into a project, with the given scripts as its commands. */
async function packaged(scripts: Record<string, string>): Promise<string> {
  const place = join(folder, 'node_modules/waymark');
  const put = async (name: string, text: string) => {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), text);
  };
  const names = ['waymark.cjs', 'find-node.cjs', 'start.cjs', 'keep-compiled.cjs'];
  const init = ['init', 'manifest', 'package-manager'].map((name) => `init/${name}.cjs`);
  for (const name of [...names, 'commands.json', ...init])
    await put(`bin/${name}`, await readFile(resolve('bin', name), 'utf8'));
  await put('package.json', JSON.stringify({ version: '9.8.7', type: 'module' }));
  for (const [name, text] of Object.entries(scripts))
    await put(`compiled/scripts/${name}.js`, text);
  await mkdir(join(folder, 'node_modules/commander'));
  return join(place, 'bin/waymark.cjs');
}

/**
 * Installs a package `node` of this version. It runs this Node with a variable that shows that it
 * was used.
 */
async function nodePackage(nodeVersion: string): Promise<void> {
  const place = join(folder, 'node_modules/node');
  await mkdir(join(place, 'bin'), { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify({ version: nodeVersion }));
  await writeFile(
    join(place, 'bin/node'),
    `#!/bin/sh\nBY=package exec '${process.execPath}' "$@"\n`,
  );
  await chmod(join(place, 'bin/node'), 0o755);
}

test('every npm script that runs Node calls a command that exists', () => {
  const ran = (Object.values(scripts) as string[]).filter((line) =>
    /^node (?!test\/|node_modules\/)/.test(line),
  );
  expect(ran.length).toBeGreaterThan(10);
  const called = ran.map(
    (line) => line.match(/^node bin\/waymark\.cjs ([\w-]+)(?: [\w-]+)*$/)?.[1],
  );
  expect(called.filter((name) => !name || !(name in commands))).toEqual([]);
});

test('--help lists the available commands, and --version prints Waymark’s version', async () => {
  const help = await start(['--help']).ended;
  expect(help.stdout).toMatch(/^Usage: waymark <command>/);
  expect(help.stdout).toMatch(/^ {2}build +renders/m);
  expect(help.stdout).toMatch(/^ {2}demo /m);
  expect((await start([]).ended).stdout).toBe(help.stdout);
  expect((await start(['help', 'sync']).ended).stdout).toMatch(/^Usage: npm run sync/);
  expect(await start(['--version']).ended).toMatchObject({ code: 0, stdout: `${version}\n` });
  const inPackage = await start(['--help'], await packaged({})).ended;
  expect(inPackage.stdout).toMatch(/^ {2}init /m);
  expect(inPackage.stdout).not.toMatch(/^ {2}(?:demo|bench|test) /m);
});

test('an unknown command prints one line with a suggestion and where to look it up', async () => {
  expect(await start(['biuld']).ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'There is no command "biuld". Did you mean build? "waymark help" lists the commands.\n',
  });
  expect((await start(['publish:list']).ended).stderr).toContain('Did you mean publish list?');
  // No command has a similar name, or commander is not installed.
  const unlike = 'There is no command "quixotic". "waymark help" lists the commands.\n';
  expect((await start(['quixotic']).ended).stderr).toBe(unlike);
  const program = await packaged({});
  expect((await start(['quixotic'], program).ended).stderr).toBe(unlike);
});

test('an unknown option or subcommand prints the nearest one and points to --help', async () => {
  expect(await start(['serve', '--prot', '1']).ended).toMatchObject({
    code: 2,
    stderr:
      'error: unknown option \'--prot\'\n(Did you mean --port?)\n"npm run serve -- --help" lists the options.\n',
  });
  const subcommand = await start(['publish', 'lst']).ended;
  expect(subcommand.stderr).toContain('(Did you mean list?)\n"npm run publish -- --help" lists');
  const below = await start(['publish', 'rollback', '--forse']).ended;
  expect(below.stderr).toContain('mean --force?)\n"npm run publish:rollback -- --help" lists');
});

test('in a checkout, commands are named as npm scripts', async () => {
  expect((await start(['build', '--help']).ended).stdout).toMatch(
    /^Usage: npm run build -- \[options\]/,
  );
  expect((await start(['publish', 'rollback', '--help']).ended).stdout).toMatch(
    /^Usage: npm run publish:rollback -- \[options\] \[generation\]/,
  );
  expect((await start(['service', 'keys', 'create', '--help']).ended).stdout).toMatch(
    /^Usage: npm run service -- keys create \[options\] <name>/,
  );
});

test('a command gets its flags and arguments, and its exit code is returned', async () => {
  const sync = 'console.log(process.execArgv.slice(1), process.argv.slice(2)); process.exit(5);';
  const { code, stdout } = await start(['sync', '--a', 'b c'], await packaged({ sync })).ended;
  expect(code).toBe(5);
  expect(stdout).toBe(
    "[ '--max-semi-space-size=8', '--heap-growing-percent=60' ] [ '--a', 'b c' ]\n",
  );
});

const echo = (name: string) =>
  `console.log('${name}', process.argv.slice(2).join(' '), process.env.CALLED_AS);`;
const all = { sync: echo('sync'), build: echo('build'), serve: echo('serve') };

test.each(['sources.yaml', '.env'])(
  'without a command, in a folder with %s, syncs, builds and serves',
  async (file) => {
    const program = await packaged(all);
    await writeFile(join(folder, file), '');
    expect(await start([], program).ended).toMatchObject({
      code: 0,
      stdout: 'sync --quiet waymark\nbuild --quiet waymark\nserve  waymark\n',
    });
    expect((await start(['start', '--port', '0'], program).ended).stdout).toMatch(
      /^serve --port 0 waymark$/m,
    );
    const { stdout } = await start(['start', '--help'], program).ended;
    expect(stdout).toMatch(/^Usage: waymark \[start\] \[--port PORT\]/);
  },
);

test('without a command, below a project, runs the first command, which names the project', async () => {
  const program = await packaged(all);
  await writeFile(join(folder, 'sources.yaml'), '');
  const { stdout } = await start([], program, [], join(folder, 'node_modules')).ended;
  expect(stdout).toMatch(/^sync --quiet/);
});

test('without a command, stops after a failure, but not if a command is done with a problem', async () => {
  const sync =
    "import { existsSync } from 'node:fs'; process.exitCode = existsSync('problem') ? 3 : 1;";
  const program = await packaged({ ...all, sync });
  expect(await start(['start'], program).ended).toMatchObject({ code: 1, stdout: '' });
  await writeFile(join(folder, 'problem'), '');
  const { code, stdout } = await start(['start'], program).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/build.*serve/s) });
});

test('without a command, a signal ends the command that runs, and no other begins', async () => {
  const sync = "console.log('ready'); setInterval(() => {}, 1000);";
  const { child, ended } = start(['start'], await packaged({ ...all, sync }));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM', stdout: 'ready\n' });
});

test('if Node is too old, the project’s package "node" runs the command', async () => {
  const sync = 'console.log(process.env.BY, process.execArgv.length); process.exit(6);';
  const program = await packaged({ sync });
  await nodePackage('24.0.0');
  const { code, stdout } = await start(['sync'], program, [await olderNode()]).ended;
  expect({ code, stdout }).toEqual({ code: 6, stdout: 'package 3\n' });
});

test.each([
  ['no package', undefined],
  ['one that is too old as well', '22.1.0'],
])('an older Node with %s prints one line with what to do', async (_what, nodeVersion) => {
  const program = await packaged({ sync: '' });
  if (nodeVersion) await nodePackage(nodeVersion);
  expect(await start(['sync'], program, [await olderNode()]).ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Waymark needs Node 24, but this is Node 20\.20\.2\. Run "npx --no waymark init" first. Then "npm install" installs this version\. If scripts are ignored, also run "npm rebuild node --ignore-scripts=false"\.\n$/,
    ),
  });
});

test.each([
  [
    'pnpm-lock.yaml',
    /Run "pnpm exec waymark init" first. Then "pnpm install" installs this version\. .*"pnpm --config\.ignore-scripts=false rebuild node"/,
  ],
  [
    'yarn.lock',
    / 20\.20\.2\. Install Node 24 on this machine first: Yarn cannot install Node\.\n$/,
  ],
])('an older Node with %s names the command of the package manager', async (lockFile, words) => {
  const program = await packaged({ sync: '' });
  await writeFile(join(folder, lockFile), '');
  const { stderr } = await start(['sync'], program, [await olderNode()]).ended;
  expect(stderr).toMatch(words);
});

const untilAsked = `
process.on('SIGTERM', () => { console.log('asked'); process.exit(7); });
process.on('SIGHUP', () => {});
console.log('ready');
setInterval(() => {}, 1000);
`;

test.each(['this Node', 'that of the project'])(
  'with %s, a signal reaches the command once, and its exit code is returned',
  async (which) => {
    const program = await packaged({ sync: untilAsked });
    await nodePackage('24.0.0');
    const before = which === 'this Node' ? [] : [await olderNode()];
    const { child, ended } = start(['sync'], program, before);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 7, stdout: 'ready\nasked\n' });
  },
);

test('the bin ends with the same signal as its command', async () => {
  const program = await packaged({ sync: "console.log('ready'); setInterval(() => {}, 1000);" });
  await nodePackage('24.0.0');
  const { child, ended } = start(['sync'], program, [await olderNode()]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('missing packages are reported in one line', async () => {
  const copy = join(folder, 'bin');
  await mkdir(join(copy, 'init'), { recursive: true });
  await mkdir(join(folder, 'src'));
  for (const name of [
    'waymark',
    'find-node',
    'start',
    'init/init',
    'init/manifest',
    'init/package-manager',
  ])
    await copyFile(resolve(`bin/${name}.cjs`), join(copy, dirname(name), `${basename(name)}.cjs`));
  await copyFile(resolve('bin/commands.json'), join(copy, 'commands.json'));
  expect(await start(['sync'], join(copy, 'waymark.cjs')).ended).toMatchObject({
    code: 1,
    stderr: `Waymark's packages are not installed. Run "npm ci" first.\n`,
  });
});
