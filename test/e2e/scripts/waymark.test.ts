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

/** Runs the bin, or a copy of it, on this Node, before which files are loaded. */
function start(args: readonly string[], program = bin, before: readonly string[] = []) {
  const loaded = before.map((file) => `--require=${file}`);
  const env = { PATH: process.env.PATH };
  const child = spawn(process.execPath, [...loaded, program, ...args], { cwd: folder, env });
  return { child, ended: endOf(child) };
}

async function endOf(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout, stderr };
}

/** What an older Node is to the bin: it cannot become another program, and has another version. */
async function olderNode(): Promise<string> {
  const file = join(folder, 'older.cjs');
  const older = "{ ...process.versions, node: '20.20.2' }";
  await writeFile(
    file,
    `Object.defineProperty(process, 'versions', { value: ${older} });\nprocess.execve = undefined;\n`,
  );
  return file;
}

/** The package as it lies in a project, with commands that a test brings along. */
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

/** A package `node` of this version in the project: this very Node, which says that it was used. */
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

test('every npm script that runs Node calls a command that there is', () => {
  const ran = (Object.values(scripts) as string[]).filter((line) => /^node /.test(line));
  expect(ran.length).toBeGreaterThan(10);
  const called = ran.map(
    (line) => line.match(/^node bin\/waymark\.cjs ([\w-]+)(?: [\w-]+)?$/)?.[1],
  );
  expect(called.filter((name) => !name || !(name in commands))).toEqual([]);
});

test('--help lists the commands that there are here, --version says which Waymark it is', async () => {
  const help = await start(['--help']).ended;
  expect(help.stdout).toMatch(/^Usage: waymark <command>/);
  expect(help.stdout).toMatch(/^ {2}build +renders/m);
  expect(help.stdout).toMatch(/^ {2}demo /m);
  expect((await start([]).ended).stdout).toBe(help.stdout);
  expect(await start(['--version']).ended).toMatchObject({ code: 0, stdout: `${version}\n` });
  const inPackage = await start(['--help'], await packaged({})).ended;
  expect(inPackage.stdout).toMatch(/^ {2}init /m);
  expect(inPackage.stdout).not.toMatch(/^ {2}(?:demo|bench|test) /m);
});

test('a command that there is not is told of on one line, with where to look', async () => {
  expect(await start(['biuld']).ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'There is no command "biuld". Did you mean build? "waymark --help" lists them.\n',
  });
  // Nothing is near, or commander is not installed.
  const unlike = 'There is no command "quixotic". "waymark --help" lists them.\n';
  expect((await start(['quixotic']).ended).stderr).toBe(unlike);
  const program = await packaged({});
  expect((await start(['quixotic'], program).ended).stderr).toBe(unlike);
});

test('an unknown option or subcommand is answered by the nearest and by --help', async () => {
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

test('a checkout names its commands as npm scripts', async () => {
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

test('a command has its flags, its arguments and its exit code', async () => {
  const sync = 'console.log(process.execArgv.slice(1), process.argv.slice(2)); process.exit(5);';
  const { code, stdout } = await start(['sync', '--a', 'b c'], await packaged({ sync })).ended;
  expect(code).toBe(5);
  expect(stdout).toBe("[ '--optimize-for-size' ] [ '--a', 'b c' ]\n");
});

test('where Node is too old, that of the project is taken, with flags and exit code', async () => {
  const sync = 'console.log(process.env.BY, process.execArgv.length); process.exit(6);';
  const program = await packaged({ sync });
  await nodePackage('24.0.0');
  const { code, stdout } = await start(['sync'], program, [await olderNode()]).ended;
  expect({ code, stdout }).toEqual({ code: 6, stdout: 'package 2\n' });
});

test.each([
  ['no package', undefined],
  ['one that is too old as well', '22.1.0'],
])('an older Node with %s is told of on one line, with what to do', async (_what, nodeVersion) => {
  const program = await packaged({ sync: '' });
  if (nodeVersion) await nodePackage(nodeVersion);
  expect(await start(['sync'], program, [await olderNode()]).ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Waymark runs on Node 24, and this is 20\.20\.2\. "npm install --save-dev node@24" installs it; .*\n$/,
    ),
  });
});

test.each([
  ['pnpm-lock.yaml', /"pnpm add --save-dev node@24" installs it; .*"pnpm approve-builds"/],
  ['yarn.lock', / 20\.20\.2\. Install Node 24 on this machine first: Yarn cannot install it\.\n$/],
])(
  'an older Node beside %s is told of with the commands of its package manager',
  async (lockFile, words) => {
    const program = await packaged({ sync: '' });
    await writeFile(join(folder, lockFile), '');
    const { stderr } = await start(['sync'], program, [await olderNode()]).ended;
    expect(stderr).toMatch(words);
  },
);

const untilAsked = `
process.on('SIGTERM', () => { console.log('asked'); process.exit(7); });
process.on('SIGHUP', () => {});
console.log('ready');
setInterval(() => {}, 1000);
`;

test.each(['this Node', 'that of the project'])(
  'a signal reaches the command on %s once, and its exit code comes back',
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

test('a command that a signal ends is one that a signal ended', async () => {
  const program = await packaged({ sync: "console.log('ready'); setInterval(() => {}, 1000);" });
  await nodePackage('24.0.0');
  const { child, ended } = start(['sync'], program, [await olderNode()]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('packages that are missing are told of on one line', async () => {
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
