import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runCommand, startCommand } from '../../support/command.ts';
import { reduced, releaseRow, workspace } from '../../support/rows.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { startApi as startScripted } from '../../support/scripted-api.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { copySmallContent } from '../publish/small-content.ts';
import { startApi } from '../whole-path/api.ts';
import { sampleFile } from '../whole-path/data-sets.ts';
import { listing } from '../whole-path/files.ts';

let folder: string;
beforeEach(async () => {
  const temp = await tempFolder();
  folder = temp.path;
  return () => temp[Symbol.asyncDispose]();
});

const sync = (env: Record<string, string>, args: string[] = []) =>
  runHosted('sync', { cwd: folder, env, args });

test('sync reports all settings that are missing or wrong, and exits 2', async () => {
  const { code, stderr } = await sync({ API_BASE_URL: 'http://example.com', API_AUTH: 'digest' });
  expect(code).toBe(2);
  expect(stderr).toMatchInlineSnapshot(`
    "Some settings are invalid:
      API_BASE_URL is not usable: expected the API's https:// address without /v1 (http:// only for this machine, such as 127.0.0.1); for example API_BASE_URL=https://api.example.com
      API_KEY is missing: expected the API key, without spaces; for example API_KEY=wm_3f9c…
      API_AUTH is not usable: expected "bearer" or "basic"; for example API_AUTH=bearer
    Set them in the environment or in .env (see .env.example).
    "
  `);
  expect(await readdir(folder)).toEqual([]);
});

test('sync with a wrong key exits 1, says what to do, hides the key and keeps the content', async () => {
  await using api = await startApi(sampleFile);
  const env = { API_BASE_URL: api.url, API_KEY: api.key };
  await sync(env);
  const before = await listing(join(folder, 'content'));
  const { code, stderr } = await sync({ ...env, API_KEY: 'not-the-key-at-all' });
  expect(code).toBe(1);
  expect(stderr).toContain(`GET ${api.url}/v1/workspace failed: status 401`);
  expect(stderr).toContain('Check API_KEY');
  expect(stderr).not.toContain('not-the-key-at-all');
  expect(await listing(join(folder, 'content'))).toEqual(before);
});

test('sync exits 1 and says what to check if the API cannot be reached', async () => {
  const gone = await startApi(sampleFile);
  await gone[Symbol.asyncDispose]();
  const { code, stderr } = await sync({ API_BASE_URL: gone.url, API_KEY: 'k' });
  expect(code).toBe(1);
  expect(stderr).toContain(`GET ${gone.url}/v1/workspace failed (5 attempts)`);
  expect(stderr).toContain('Check API_BASE_URL');
  expect(await readdir(folder)).toEqual([]);
});

test('sync reads its settings from .env', async () => {
  await using api = await startScripted({ releases: [releaseRow('r')] });
  await writeFile(join(folder, '.env'), `API_BASE_URL=${api.url}\nAPI_KEY=k\n`);
  const { code, stdout } = await runCommand('sync', { cwd: folder });
  expect(stdout).toContain('1 release and 0 milestones are public.');
  expect(code).toBe(0);
});

test('a misspelled setting in .env is reported, and other names are not', async () => {
  await writeFile(join(folder, '.env'), 'SITE_ULR=https://acme.dev\nDATABASE_HOST=db\n');
  const { code, stderr } = await runHosted('publish', { cwd: folder, args: ['list'] });
  expect(stderr).toBe('.env sets SITE_ULR, which is not a setting. Did you mean "SITE_URL"?\n');
  expect(code).toBe(0);
});

test('in a subfolder of a project, a failure names the project’s folder', async () => {
  await writeFile(join(folder, 'sources.yaml'), '');
  const below = join(folder, 'docs/deep');
  await mkdir(below, { recursive: true });
  for (const name of ['sync', 'build'] as const)
    expect((await runHosted(name, { cwd: below })).stderr).toContain(
      `\nThis folder has no settings, but ${folder} has. Run the command in that folder.\n`,
    );
  // Such a folder has its own settings.
  await writeFile(join(below, '.env'), '');
  expect((await runHosted('sync', { cwd: below })).stderr).not.toContain('This folder');
  // So does the project's folder, even if they are damaged.
  expect((await runHosted('sync', { cwd: folder })).stderr).not.toContain('This folder');
});

test('sync --dry-run prints the plan, also to the job summary, and writes nothing else', async () => {
  await using api = await startApi(sampleFile);
  const summary = join(folder, 'summary.md');
  const env = { API_BASE_URL: api.url, API_KEY: api.key, GITHUB_STEP_SUMMARY: summary };
  const { code, stdout } = await sync(env, ['--dry-run']);
  expect(code).toBe(0);
  expect(stdout).toContain('- `releases/what-waymark-is-for` `What Waymark is for`\n');
  expect((await readFile(summary, 'utf8')).trim()).toBe(stdout.trim());
  expect(await readdir(folder)).toEqual(['summary.md']);
});

test('sync --json prints only a JSON report', async () => {
  await using api = await startApi(sampleFile);
  const { stdout } = await sync({ API_BASE_URL: api.url, API_KEY: api.key }, ['--json']);
  const report = JSON.parse(stdout);
  expect(report.releases.total).toBe(12);
  expect(report.releases.added).toContainEqual({
    slug: 'what-waymark-is-for',
    title: 'What Waymark is for',
  });
  expect(report.quarantined).toEqual([]);
});

test('sync --quiet prints only its last line, and problems', async () => {
  await using api = await startScripted({
    releases: [releaseRow('r'), { ...releaseRow('bad'), title: null }],
  });
  const env = { API_BASE_URL: api.url, API_KEY: 'k' };
  const { code, stdout, stderr } = await sync(env, ['--quiet']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Synced 1 release and 0 milestones in \d+\.\d s: wrote \d+ files and /);
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toMatch(/^ {2}! Left out of releases: bad \(.*\)\.\n$/);
  const loud = await sync(env);
  expect(loud.stdout).toMatch(/in \d+\.\d s: nothing changed\.\n$/);
  expect(loud.stdout).toMatch(/^“.*”: .* are public\.$/m);
});

test('sync --json also prints a report of a failure, and the error on standard error', async () => {
  const env = { API_BASE_URL: 'https://nowhere.invalid', API_KEY: 'k' };
  const { code, stdout, stderr } = await sync(env, ['--json']);
  expect(code).toBe(1);
  const { error } = JSON.parse(stdout);
  expect(error.request).toMatchObject({ url: `${env.API_BASE_URL}/v1/workspace`, attempts: 5 });
  expect(error.message).toMatch(/nowhere\.invalid/);
  expect(stderr).toContain(error.message);
});

test('sync says what it waits for while it retries, also with --json', async () => {
  const headers = { 'retry-after': '30' };
  await using api = await startServer(() => new Response(null, { status: 503, headers }));
  const env = { API_BASE_URL: api.url, API_KEY: 'k' };
  await using it = startCommand('sync', { cwd: folder, env, args: ['--json'] });
  await it.logged(/GET \/v1\/workspace failed 1 time \(status 503\), retrying in 2\d s\.\n/);
});

test('sync removes control characters and passwords from messages of the API', async () => {
  const error = 'No.\u001b[2J\n::error::x https://me:secret@example.com/a';
  await using api = await startServer(() => Response.json({ error }, { status: 401 }));
  const env = { API_BASE_URL: api.url, API_KEY: 'k' };
  const { stdout, stderr } = await sync(env, ['--json']);
  for (const printed of [stdout, stderr]) {
    expect(printed).toContain('No.[2J ::error::x https://example.com/a');
    expect(printed).not.toMatch(/(?!\n)\p{Cc}/u);
  }
});

test('sync --json prints a report if settings are missing', async () => {
  const { code, stdout } = await sync({}, ['--json']);
  expect(code).toBe(2);
  expect(JSON.parse(stdout).error.message).toContain('There is no sources.yaml');
});

test.each([
  ['--no-assets', {}],
  ['ASSETS=off', { ASSETS: 'off' }],
])('sync with %s copies no pictures and links to the originals', async (how, env) => {
  await using api = await startApi(sampleFile);
  const flags = how.startsWith('--') ? [how] : [];
  const { code } = await sync({ API_BASE_URL: api.url, API_KEY: api.key, ...env }, flags);
  expect(code).toBe(0);
  const content = join(folder, 'content');
  expect(await readdir(content)).not.toContain('assets');
  const entry = JSON.parse(
    await readFile(join(content, 'releases/what-waymark-is-for.json'), 'utf8'),
  );
  expect(entry.hero).toEqual({ type: 'link', url: `${api.url}/files/hero.png` });
});

test('sync finishes and writes its content even if its working folder was removed', async ({
  onTestFinished,
}) => {
  const cwd = join(folder, 'removed');
  await mkdir(cwd);
  const intercept = (path: string) => {
    if (path === '/v1/workspace') rmSync(cwd, { recursive: true });
    return undefined;
  };
  await using api = await startScripted({
    releases: [releaseRow('r')],
    // Records that are read by id are cached, so the sync also writes a cache file.
    listed: reduced,
    intercept,
  });
  const env = { API_BASE_URL: api.url, API_KEY: 'k' };
  const it = startCommand('sync', { cwd, env });
  onTestFinished(() => void it.process.kill('SIGKILL'));
  expect(await it.finished).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('Error'),
  });
  expect(await readdir(join(cwd, 'content', 'releases'))).toEqual(['r.json']);
  expect(await readdir(join(cwd, '.cache', 'sync'))).toHaveLength(1);
});

test('sync refuses content of another workspace without --replace', async () => {
  await using api = await startScripted({ releases: [releaseRow('r')] });
  expect((await sync({ API_BASE_URL: api.url, API_KEY: 'k' })).code).toBe(0);
  api.script.workspace = { ...workspace, id: 'another' };
  const env = { API_BASE_URL: api.url, API_KEY: 'k' };
  const refused = await sync(env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Use --replace');
  expect((await sync(env, ['--replace'])).code).toBe(0);
});

test('service exits 2 for a missing data set and creates no database', async () => {
  const args = ['--port', '0', '--database', 'x.db', '--import', 'nowhere.json'];
  const { code, stderr } = await runHosted('service', {
    cwd: folder,
    args,
    env: { API_KEY: 'k' },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('nowhere.json');
  expect(stderr).toContain('--import');
  expect(await readdir(folder)).toEqual([]);
});

test('build without content exits 1 and says to sync first', async () => {
  const { code, stderr } = await runHosted('build', { cwd: folder });
  expect(code).toBe(1);
  expect(stderr).toContain('Run npm run sync first');
  expect(await readdir(folder)).toEqual([]);
});

test('build --json prints only the result, or a report of the failure', async () => {
  const build = () => runCommand('build', { cwd: folder, args: ['--json'] });
  const failed = await build();
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout).error.message).toContain('Run npm run sync first');
  await copySmallContent(join(folder, 'content'));
  const { code, stdout } = await build();
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    outDir: join(folder, 'dist'),
    kind: 'built',
    files: expect.any(Number),
    ms: expect.any(Number),
    notes: expect.any(Array),
  });
});

test('webhook refuses to start without a secret', async () => {
  const env = { API_BASE_URL: 'https://api.example.com', API_KEY: 'k' };
  const { code, stderr } = await runHosted('webhook', { cwd: folder, env });
  expect(code).toBe(2);
  expect(stderr).toContain('WEBHOOK_SECRET is missing');
});

/** A stack trace, which is of no use to the person who runs the command. */
const stack = /\n\s+at /;

const receiverEnv = {
  API_BASE_URL: 'https://api.example.com',
  API_KEY: 'k',
  WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
};

test.each([
  ['sync', ['--bogus']],
  ['publish', ['bogus']],
  ['publish', ['rollback', '--bogus']],
  ['serve', ['--port', 'bogus']],
  ['serve', ['--host', 'bogus.invalid']],
  ['service', ['--port', 'bogus']],
  ['service', ['--host', 'bogus.invalid']],
  ['demo', ['--port', 'bogus']],
  ['demo', ['--service-port', '99999bogus']],
  ['service', ['hooks', 'add', 'https://example.com', '--event', 'bogus']],
] as const)('%s %j exits 2 and says what is wrong', async (name, args) => {
  const { code, stderr } = await runHosted(name, { cwd: folder, args: [...args] });
  expect(code).toBe(2);
  expect(stderr).toMatch(/bogus/);
  expect(stderr).not.toMatch(stack);
});

test.each([
  ['publish', ['rollback'], 'OUT_DIR'],
  ['build', [], 'CONTENT_DIR'],
] as const)('%s %j prints no stack trace if %s is below a file', async (...one) => {
  const [name, args, setting] = one;
  await writeFile(join(folder, 'file'), '');
  const env = { [setting]: 'file/inside' };
  const { code, stderr } = await runHosted(name, { cwd: folder, args: [...args], env });
  expect(code).toBe(1);
  expect(stderr).toContain(join(folder, 'file'));
  expect(stderr).not.toMatch(stack);
});

test('webhook refuses an address that it cannot listen on', async () => {
  const env = { ...receiverEnv, WEBHOOK_HOST: 'bogus.invalid' };
  const { code, stderr } = await runHosted('webhook', { cwd: folder, env });
  expect(code).toBe(2);
  expect(stderr).toContain('bogus.invalid:4020 cannot be used');
  expect(stderr).not.toMatch(stack);
});

test('demo does not use a folder with other files, such as its working folder', async () => {
  await writeFile(join(folder, 'mine'), 'kept');
  const { code, stderr } = await runHosted('demo', { cwd: folder, args: ['--dir', '.'] });
  expect(code).toBe(2);
  expect(stderr).toContain('was left unchanged');
  expect(await readdir(folder)).toEqual(['mine']);
});

test('reports a .env that is not a file, without a stack trace', async () => {
  await mkdir(join(folder, '.env'));
  const { code, stderr } = await runHosted('publish', { cwd: folder, args: ['list'] });
  expect(code).toBe(2);
  expect(stderr).toContain('.env cannot be read');
  expect(stderr).not.toMatch(stack);
});

test('every command prints its options with --help and exits 0', async () => {
  const names = ['sync', 'build', 'publish', 'serve', 'service', 'webhook', 'demo'] as const;
  for (const name of names) {
    const { code, stdout } = await runHosted(name, { cwd: folder, args: ['--help'] });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: /);
  }
});
