import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tarball } from '../e2e/package/packed.ts';
import { tempFolder } from '../support/temp-folder.ts';

// Each package manager on each Node: the commands of docs/installing.md, and the workflow's install
// step in a clean folder. Sends requests to the configured npm registry and to loopback.

const execute = promisify(execFile);
const nodes = ['20', '22', '24'];

interface Manager {
  /** The npm package with the manager, and the path of its program in `node_modules`. */
  from: string;
  program: string;
  /** Commands that install a tarball, and run a package's program. */
  add: (file: string) => string;
  run: string;
  /** Other files of the project. */
  files?: Record<string, string>;
  canBringNode: boolean;
}

const managers: Record<string, Manager> = {
  npm: {
    from: 'npm@11',
    program: 'npm/bin/npm-cli.js',
    add: (file) => `npm install ${file}`,
    run: 'npx --no',
    canBringNode: true,
  },
  pnpm: {
    from: 'pnpm@12',
    program: 'pnpm/pnpm',
    add: (file) => `pnpm add ${file}`,
    run: 'pnpm exec',
    canBringNode: true,
  },
  yarn: {
    from: '@yarnpkg/cli-dist@4',
    program: '@yarnpkg/cli-dist/bin/yarn.js',
    add: (file) => `yarn add waymark@${file}`,
    run: 'yarn',
    files: { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\n' },
    canBringNode: false,
  },
  bun: {
    from: 'bun@1',
    program: 'bun/bin/bun.exe',
    add: (file) => `bun add ${file}`,
    run: 'bun run',
    canBringNode: true,
  },
};

let temp: Awaited<ReturnType<typeof tempFolder>>;
let packed: string;
let registry: string;
beforeAll(async () => {
  temp = await tempFolder();
  packed = await tarball();
  registry = (await execute('npm', ['config', 'get', 'registry'])).stdout.trim();
  const tools = join(temp.path, 'tools');
  await mkdir(tools);
  const scripted = ['bun', 'pnpm', 'node', ...nodes.map((version) => `node${version}`)];
  const allowScripts = Object.fromEntries(scripted.map((name) => [name, true]));
  await writeFile(join(tools, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  const wanted = [
    ...Object.values(managers).map(({ from }) => from),
    ...nodes.map((version) => `node${version}@npm:node@${version}`),
  ];
  await execute('npm', ['install', '--ignore-scripts=false', '--no-audit', ...wanted], {
    cwd: tools,
  });
  for (const version of nodes) await makePath(version);
}, 900_000);
afterAll(() => temp[Symbol.asyncDispose]());

/** Makes a folder of programs: this Node and all package managers. */
async function makePath(version: string): Promise<void> {
  const bin = join(temp.path, `bin${version}`);
  const installed = join(temp.path, 'tools/node_modules');
  await mkdir(bin);
  await symlink(join(installed, `node${version}/bin/node`), join(bin, 'node'));
  await symlink(join(installed, 'npm/bin/npx-cli.js'), join(bin, 'npx'));
  for (const [name, { program }] of Object.entries(managers))
    await symlink(join(installed, program), join(bin, name));
}

describe.each(nodes)('on Node %s', (version) => {
  test.each(Object.entries(managers))(
    '%s installs Waymark, which syncs, builds and receives, or says that Node is too old',
    async (name, { add, run, files, canBringNode }) => {
      const project = join(temp.path, `${name}-${version}`);
      const env = environment(version);
      const sh = (line: string, cwd = project) => finished(line, { cwd, env });
      await mkdir(project);
      const given = {
        'package.json': JSON.stringify({ private: true }),
        'CHANGELOG.md': '## 1.0.0 - 2026-01-01\n\n- One\n',
        ...files,
      };
      for (const [file, text] of Object.entries(given)) await writeFile(join(project, file), text);
      await cp(packed, join(project, basename(packed)));
      await sh(add(`./${basename(packed)}`));
      await sh(`${run} waymark init --changelog CHANGELOG.md`);
      await sh(`${name} install`);
      expect(await withScripts(join(project, 'node_modules'))).toEqual([]);

      // The workflow's step, in a new checkout.
      const clean = join(temp.path, `${name}-${version}-clean`);
      await cp(project, clean, {
        recursive: true,
        filter: (path) => path !== join(project, 'node_modules'),
      });
      const workflow = await readFile(join(clean, '.github/workflows/changelog.yml'), 'utf8');
      const step = /run: ((?:npm ci|(?:pnpm|yarn|bun) install).*)/.exec(workflow)?.[1] ?? 'false';
      await sh(`CI=true ${step}`, clean);
      const inClean = sh('node node_modules/waymark/bin/waymark.cjs sync', clean);

      if (version !== '24' && !canBringNode) {
        const refusal = /Waymark needs Node 24.*Install Node 24 on this machine first/;
        await expect(inClean).rejects.toThrow(refusal);
        await expect(sh(`${run} waymark sync`)).rejects.toThrow(refusal);
        return;
      }
      expect(await inClean).toMatch(/^Synced 1 release/m);
      expect(await sh(`${run} waymark sync`)).toMatch(/^Synced 1 release/m);
      expect(await sh(`${run} waymark build`)).toMatch(/^Built \d+ files/m);
      const until = 'Waiting for events at ';
      await finished(`${run} waymark webhook`, { cwd: project, env, until });
    },
    600_000,
  );
});

function environment(version: string): NodeJS.ProcessEnv {
  const { env } = process;
  return {
    // Certificates and addresses of a proxy.
    ...Object.fromEntries(Object.entries(env).filter(([name]) => /cert|_proxy$/i.test(name))),
    PATH: `${join(temp.path, `bin${version}`)}:/usr/bin:/bin`,
    HOME: env.HOME,
    npm_config_registry: registry,
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_ENABLE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
    SITE_URL: 'https://acme.dev',
    WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    WEBHOOK_PORT: '0',
  };
}

/** Runs a line of shell to its end, or interrupts it once it prints `until`. Returns its output. */
async function finished(
  line: string,
  { cwd, env, until }: { cwd: string; env: NodeJS.ProcessEnv; until?: string },
): Promise<string> {
  // Package managers start Waymark as a child, so the whole group is interrupted.
  const child = spawn('sh', ['-c', line], { cwd, env, detached: true });
  child.stdin.end();
  let output = '';
  const read = (data: Buffer) => {
    const isBefore = until !== undefined && !output.includes(until);
    output += data;
    if (isBefore && output.includes(until)) process.kill(-Number(child.pid), 'SIGINT');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = await once(child, 'close');
  if (until === undefined ? code !== 0 : !output.includes(until))
    throw new Error(`"${line}" ended with ${code}:\n${output}`);
  return output;
}

/** Installed packages with an install script, besides those that Waymark's docs name. */
async function withScripts(modules: string): Promise<string[]> {
  const paths = await readdir(modules, { recursive: true });
  const found: string[] = [];
  for (const path of paths) {
    if (!/(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path)) continue;
    const { name, scripts = {} } = JSON.parse(await readFile(join(modules, path), 'utf8'));
    const isRun = ['preinstall', 'install', 'postinstall'].some((script) => script in scripts);
    if (isRun && !['node', 'esbuild', 'sharp'].includes(name)) found.push(name);
  }
  return found;
}
