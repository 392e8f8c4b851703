import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import commands from '../../../bin/commands.json' with { type: 'json' };
import { SiteConfig } from '../../../src/config/site-config.ts';
import { sourcesSchema } from '../../../src/config/sources-file.ts';
import {
  type CommandName,
  type Finished,
  runCommand,
  startCommand,
} from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { canMount } from '../../support/own-disk.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { startServer } from '../../support/scripted-server.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { copySmallContent } from '../publish/small-content.ts';

// Mistakes of maintainers, and faults of machines. Each ends with a sentence that names the cause
// and the next step, without a trace, and changes no file. `every-setting.long.test.ts` does the
// same for each setting.

let folder: string;
beforeEach(async () => {
  const temp = await tempFolder(inMemory);
  folder = temp.path;
  await copySmallContent(join(folder, 'content'));
  await write({ file: 'x', 'CHANGELOG.md': changelog, 'sources.yaml': sources });
  return () => temp[Symbol.asyncDispose]();
});

const changelog = '## 1.0.0 - 2026-01-01\n\n- One\n';
const sources = 'workspace: { id: acme, name: Acme }\nsources:\n  - changelog: CHANGELOG.md\n';
const secret = { WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The files of the maintainer; caches and locks may change. */
async function ownFiles(): Promise<Record<string, string>> {
  const all = Object.entries(await filesIn(folder));
  return Object.fromEntries(all.filter(([path]) => !/^\.cache\/|\.lock$|^webhook\.db/.test(path)));
}

function expectExplained({ code, stdout, stderr }: Finished, why: RegExp, codes = [1, 2]): void {
  const said = `${stdout}${stderr}`;
  expect(said).toMatch(why);
  expect(codes, said).toContain(code);
  expect(said).not.toMatch(/^\s+at .+:\d+|\[object/m);
}

interface Mistake {
  args?: string[];
  env?: Record<string, string>;
  files?: Record<string, string>;
  /** Whether it is only found by rendering, for which a build needs a process of its own. */
  renders?: boolean;
  /** Matches the cause, then the next step. */
  why: RegExp;
}

const mistakes: Partial<Record<CommandName, Mistake[]>> = {
  sync: [
    { env: { SOURCES: 'none.yaml' }, why: /none\.yaml cannot be read \(ENOENT\)\. Check the file/ },
    { env: { CONTENT_DIR: 'file' }, why: /a file instead of a folder\.\nMove it away/ },
    { args: ['--content', 'file/x'], why: /a file instead of a folder\.\nMove it away/ },
    {
      files: { 'sources.yaml': 'sources: [' },
      why: /sources\.yaml:1: .*\n.*See docs\/sources\.md/s,
    },
    {
      files: { 'sources.yaml': sources.replace('CHANGE', 'CHANG') },
      why: /CHANGLOG\.md does not exist\. Check its name/,
    },
  ],
  new: [
    { args: ['release', '1.0'], why: /names no folder of Markdown files\. Add such a folder/ },
    { args: ['release'], why: /missing required argument 'version'\n.*--help/ },
  ],
  build: [
    { env: { CONTENT_DIR: 'none' }, why: /There is no content in .*\nRun npm run sync first/ },
    { env: { OUT_DIR: 'file' }, why: /is a file\. Move it away, or choose another OUT_DIR/ },
    { env: { OUT_DIR: 'file/dist' }, why: /ENOTDIR.*\n.*is a file: move the file away/ },
    { env: { OUT_DIR: '/proc/dist' }, why: /mkdir '\/proc.*\n?.*path/ },
    { env: { OUT_DIR: 'content' }, why: /has files, but no site .* choose another OUT_DIR/ },
    { env: { SITE_CONFIG: 'none.ts' }, why: /none\.ts does not exist\. Set SITE_CONFIG/ },
    { env: { SITE_URL: 'https://a.dev/b' }, why: /SITE_URL is not usable.*BASE_PATH=\/b\// },
    { files: { 'site.config.ts': 'export default {' }, why: /cannot be read: .*\nIt must be a/ },
    {
      files: { 'site.config.ts': "export default { styles: 'x.css' };", 'x.css': 'a { } }' },
      why: /site\.config\.ts cannot be used:\n {2}\S+x\.css:1:7: Unexpected }\n/,
    },
    {
      files: { 'content/releases/x.json': '{' },
      renders: true,
      why: /could not be built.*\n\S+x\.json is damaged.*\nRestore it/,
    },
    { args: ['--dry-run'], why: /changes? in a bucket\. Set PUBLISH_BUCKET first/ },
  ],
  dev: [{ env: { CONTENT_DIR: 'none' }, why: /There is no content in .*\nRun npm run sync first/ }],
  preview: [{ env: { OUT_DIR: 'none' }, why: /none does not exist\. Run npm run build first/ }],
  serve: [{ args: ['--port', '70000'], why: /'70000' is invalid\. Expected a number.*\n.*--help/ }],
  service: [
    { args: ['--database', 'content'], why: /not a regular file.*Choose another file/ },
    { args: ['--database', 'CHANGELOG.md'], why: /not a database\)\. Choose another file/ },
    { args: ['import', 'none.json'], why: /none\.json cannot be read \(ENOENT\)\. Give/ },
    { args: ['restore', 'none'], why: /does not exist\. Name a complete file/ },
    {
      env: { DESK: 'on', SERVICE_URL: 'http://api.example.com' },
      why: /DESK=on needs HTTPS: set SERVICE_URL/,
    },
    {
      args: ['users', 'remove', 'Ada', '--database', 'none.db'],
      why: /no database none\.db\. Name/,
    },
  ],
  webhook: [
    { why: /WEBHOOK_SECRET is missing.*\nSet them in/s },
    {
      env: { ...secret, WEBHOOK_INBOX: 'content' },
      why: /not a regular file.*\nSet WEBHOOK_INBOX/,
    },
    {
      env: { ...secret, WEBHOOK_HOST: '192.0.2.1' },
      why: /cannot be used.*Choose another address/,
    },
  ],
  publish: [
    { args: ['rollback'], why: /has no older generation\. Publish with npm run build/ },
    { args: ['list'], env: { OUT_DIR: 'file/x' }, why: /ENOTDIR.*\n.*choose another path/ },
  ],
  convert: [
    {
      args: ['changelog', 'none.md', '--out', 'x'],
      why: /none\.md cannot be read.* Check its name/,
    },
    { args: ['changelog', 'file', '--out', 'x'], why: /Nothing in file could be.*It needs/ },
    { args: ['changelog', 'CHANGELOG.md', '--out', 'content'], why: /EISDIR\)\. Use --out with/ },
    { args: ['github', 'acme', '--out', 'x'], why: /not a repository\. Write it as OWNER\/REPO/ },
  ],
  doctor: [
    {
      env: { SOURCES: 'none' },
      why: /✗ sources\.yaml: none cannot be read \(ENOENT\)\. → Check the/,
    },
    {
      files: { 'CHANGELOG.md': '', 'sources.yaml': sources.replace('CHANGE', 'CHANG') },
      why: /✗ .*CHANGLOG\.md does not exist\. → Correct the name/,
    },
  ],
  announce: [
    { why: /There is no announce\.yaml in this folder\. Write it/ },
    {
      files: { 'announce.yaml': 'site: https://a.example\ntargets:\n  - slak: ANNOUNCE_A\n' },
      why: /announce\.yaml:3: .*Did you mean "slack".*\nSee docs\/announcing\.md/s,
    },
    {
      files: { 'announce.yaml': 'site: https://a.example\ntargets:\n  - slack: SLACK_URL\n' },
      why: /announce\.yaml:3: .*variable that begins with ANNOUNCE_/,
    },
    { args: ['--wait', 'long'], why: /Write it as 90s or 5m\./ },
  ],
  demo: [{ args: ['--dir', 'content'], why: /has files that no demo wrote.*Name an empty or new/ }],
  pack: [{ args: ['--nope'], why: /unknown option '--nope'\n.*--help/ }],
};

/** Commands that only run inside of the package: `init` and `waymark` have their own tests. */
const ofPackage = ['init', 'start'];
/** A failed action must not fail the job, so `review` prints warnings of GitHub Actions. */
const others = [...ofPackage, 'review'];

test('there is a mistake for each command of the package', () => {
  const isForUsers = (name: string) => {
    const command = commands[name as CommandName];
    return !('only' in command && command.only === 'checkout') && !others.includes(name);
  };
  expect(Object.keys(mistakes)).toEqual(
    expect.arrayContaining(Object.keys(commands).filter(isForUsers)),
  );
});

const listed = Object.entries(mistakes).flatMap(([name, list]) =>
  list.map((one) => [name as CommandName, one.why.source, one] as const),
);

test.each(listed)(
  '%s explains a mistake: %s',
  async (name, _why, { args = [], env = {}, files = {}, renders, why }) => {
    await write(files);
    const before = await ownFiles();
    const run = renders || name === 'demo' ? runCommand : runHosted;
    const all = { SITE_URL: 'https://acme.dev', ASSETS: 'off', ...env };
    expectExplained(await run(name, { cwd: folder, args, env: all }), why);
    expect(await ownFiles()).toEqual(before);
  },
);

test('review explains where it can run', async () => {
  const said = await runHosted('review', { cwd: folder, args: ['content'] });
  expectExplained(said, /::warning::.* needs a job of GitHub Actions, which sets/, [0]);
});

interface Schema {
  properties: {
    workspace: { properties: object };
    sources: { items: { anyOf: { properties: Record<string, object>; required: string[] }[] } };
  };
}
const { workspace, sources: list } = (sourcesSchema() as Schema).properties;
const valid: Record<string, string> = {
  github: 'a/b',
  changelog: 'x.md',
  markdown: 'x',
  dataset: 'x',
  api: 'true',
};
const keys = list.items.anyOf.flatMap(({ properties, required: [kind = ''] }) =>
  Object.keys(properties).map((key) => ({ kind, key })),
);

test.each(keys)(
  'sync explains a wrong $key of a source of the kind $kind',
  async ({ kind, key }) => {
    const entry = { ...(key !== kind && { [kind]: valid[kind] }), [key]: '{ a: 1 }' };
    const lines = Object.entries(entry).map(([name, value]) => `${name}: ${value}`);
    await write({
      'sources.yaml': `workspace: { id: a, name: A }\nsources:\n  - ${lines.join('\n    ')}\n`,
    });
    const said = await runHosted('sync', { cwd: folder });
    const line = 3 + (key === kind ? 0 : 1);
    expectExplained(
      said,
      new RegExp(`sources\\.yaml:${line}: sources\\.0\\.${key}[\\w.]*: .*\nSee docs/sources`),
      [2],
    );
  },
);

test.each(Object.keys(workspace.properties))(
  'sync explains a wrong %s of the workspace',
  async (key) => {
    const given = { id: 'a', name: 'A', [key]: { a: 1 } };
    await write({ 'sources.yaml': sources.replace(/\{.*\}/, JSON.stringify(given)) });
    const said = await runHosted('sync', { cwd: folder });
    expectExplained(
      said,
      new RegExp(`sources\\.yaml:1: workspace\\.${key}: .*\nSee docs/sources`),
      [2],
    );
  },
);

test.each(Object.keys(SiteConfig.shape))(
  'build explains a wrong %s in site.config.ts',
  async (key) => {
    await write({ 'site.config.ts': `export default { ${key}: { nope: 1 } };\n` });
    const said = await runHosted('build', { cwd: folder });
    expectExplained(
      said,
      new RegExp(`^ {2}${key}[.:].*\n(.*\n)*Set them in \\S+site\\.config\\.ts`, 'm'),
      [2],
    );
  },
);

const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });

test.each([
  ['answers with a page', html, /not JSON|text\/html/, 'Check that API_BASE_URL is the API'],
  [
    'refuses the key',
    () => Response.json({ error: 'No.' }, { status: 401 }),
    /status 401/,
    'Check API_KEY',
  ],
  ['is not there', () => Response.json({}, { status: 404 }), /status 404/, 'API_BASE_URL'],
  [
    'answers with half of a text',
    () => new Response('{"id": "w', { headers: { 'content-type': 'application/json' } }),
    /JSON/,
    'Try again',
  ],
])('sync explains a server that %s, and keeps the content', async (_what, answer, why, next) => {
  await using api = await startServer(answer);
  const before = await ownFiles();
  const env = { API_BASE_URL: api.url, API_KEY: 'k', SOURCES: 'api.yaml' };
  await write({ 'api.yaml': 'workspace: { id: a, name: A }\nsources:\n  - api: true\n' });
  const said = await runHosted('sync', { cwd: folder, env, args: ['--content', 'own'] });
  expectExplained(said, why, [1, 2, 3]);
  expect(`${said.stdout}${said.stderr}`).toContain(next);
  expect(await ownFiles()).toMatchObject(before);
});

test('sync explains a name without an address', async () => {
  const env = { API_BASE_URL: 'https://nowhere.invalid', API_KEY: 'k' };
  await write({ 'sources.yaml': 'workspace: { id: a, name: A }\nsources:\n  - api: true\n' });
  const said = await runHosted('sync', { cwd: folder, env, args: ['--content', 'own'] });
  expectExplained(said, /nowhere\.invalid.*failed.*\n?.*Check API_BASE_URL/s, [1, 3]);
});

test.each(['serve', 'service'] as const)('%s explains a port that is in use', async (name) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  try {
    const said = await runHosted(name, { cwd: folder, args: ['--port', `${port}`] });
    expectExplained(said, /Port \d+ is in use\. Stop the program that uses it, or choose/);
  } finally {
    taken.close();
  }
});

test('sync that is interrupted prints no trace, and the next one goes on', async () => {
  await using api = await startServer(() => new Promise<Response>(() => {}));
  const env = { API_BASE_URL: api.url, API_KEY: 'k', SOURCES: 'api.yaml' };
  await write({ 'api.yaml': 'workspace: { id: a, name: A }\nsources:\n  - api: true\n' });
  const before = await ownFiles();
  const running = startCommand('sync', { cwd: folder, env, args: ['--content', 'own'] });
  await expect.poll(() => api.asked.length).toBeGreaterThan(0);
  running.process.kill('SIGINT');
  const { stdout, stderr } = await running.finished;
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m);
  expect(await ownFiles()).toEqual(before);
  expect(await runHosted('sync', { cwd: folder, args: ['--content', 'own'] })).toMatchObject({
    code: 0,
  });
});

// A disk of its own, with the project on it, that is full or read-only when the command runs.
const disks = {
  'a full disk':
    'mount -t tmpfs -o size=2m tmpfs disk && cp -a sources.yaml CHANGELOG.md disk && cd disk && (cat /dev/zero > ballast || true) 2>/dev/null && exec "$@"',
  'a read-only disk':
    'mount -t tmpfs tmpfs disk && cp -a sources.yaml CHANGELOG.md content disk && mount -o remount,ro "$PWD/disk" && cd disk && exec "$@"',
};

test.each(
  canMount
    ? Object.entries(disks).flatMap(([what, line]) =>
        (['sync', 'build', 'doctor'] as const).map((name) => [name, what, line] as const),
      )
    : [],
)('%s explains %s', async (name, what, line) => {
  await mkdir(join(folder, 'disk'));
  const within = ['unshare', '--map-root-user', '--mount', 'sh', '-c', line, 'sh'];
  const env = {
    SITE_URL: 'https://acme.dev',
    CONTENT_DIR: name === 'build' ? join(folder, 'content') : 'content',
  };
  const said = await runCommand(name, { cwd: folder, env, within });
  const cause =
    what === 'a full disk'
      ? /full|ENOSPC|room for 0 MB|database or disk/
      : /read-only|EROFS|unable to open|readonly/;
  expectExplained(said, cause);
  expect(`${said.stdout}${said.stderr}`).toMatch(/Make |Free |choose /i);
});
