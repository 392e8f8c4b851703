import { chmod, lutimes, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runCommand, startCommand } from '../../support/command.ts';
import { startForgejo } from '../../support/fake-forgejo.ts';
import { startGitHub } from '../../support/fake-github.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { startFakeS3 } from '../../support/s3/fake-s3.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { copySmallContent } from '../publish/small-content.ts';
import { startApi } from '../whole-path/api.ts';
import { sampleFile } from '../whole-path/data-sets.ts';

let folder: string;
beforeEach(async () => {
  const temp = await tempFolder();
  folder = temp.path;
  return () => temp[Symbol.asyncDispose]();
});

const doctor = (env: Record<string, string>, ...args: string[]) =>
  runHosted('doctor', { cwd: folder, env, args });
const receiver = {
  WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  WEBHOOK_PORT: '0',
};

test('a correct setup passes all checks, apart from the receiver that does not run, and exits 0', async () => {
  await using api = await startApi(sampleFile);
  await writeFile(join(folder, '.env'), `API_KEY=${api.key}\n`, { mode: 0o600 });
  const { code, stdout } = await doctor({
    API_BASE_URL: api.url,
    SITE_URL: 'https://changelog.waymark.dev',
    ...receiver,
  });
  expect(stdout).not.toMatch(/^(?:✗|! (?!receiver: ))/m);
  expect(stdout).toContain(`✓ API: ${api.url} accepts the key of “Waymark”`);
  expect(stdout).toMatch(/^✓ clock: This machine and the API are 0 s apart\./m);
  expect(stdout).toMatch(
    /^! receiver: No receiver runs at http:\/\/127\.0\.0\.1:\d+, so .* → Start it: .*webhook$/m,
  );
  expect(stdout).toMatch(/No errors found\.\n$/);
  expect(code).toBe(0);
  expect(await readdir(folder)).toEqual(['.env']);
});

test('reports for each problem what to do, hides the key and exits 2', async () => {
  await using api = await startApi(sampleFile);
  await writeFile(join(folder, '.env'), 'API_KEY=not-the-key-at-all\n', { mode: 0o644 });
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'mine.txt'), 'mine');
  await chmod(join(folder, '.env'), 0o644);
  const { code, stdout, stderr } = await doctor({
    API_BASE_URL: api.url,
    WEBHOOK_SECRET: 'too-short',
  });
  expect(stdout).toContain('→ Close it: chmod 600 .env');
  expect(stdout).toMatch(/^✗ API: GET .* failed: status 401.* → Check API_KEY/m);
  expect(stdout).toMatch(
    /^! SITE_URL: .* → Before you publish the site, set SITE_URL to its public address\.$/m,
  );
  expect(stdout).toMatch(/^✗ OUT_DIR: /m);
  expect(stdout).toMatch(/^✗ settings of the receiver: WEBHOOK_SECRET is not usable/m);
  expect(stdout).toMatch(/\d+ of \d+ checks failed\.\n$/);
  expect(stdout + stderr).not.toContain('not-the-key-at-all');
  expect(code).toBe(2);
});

test('--json prints all findings as one document, and --quiet only the problems', async () => {
  await using api = await startApi(sampleFile);
  const env = { API_BASE_URL: api.url, API_KEY: api.key };
  const findings = JSON.parse((await doctor(env, '--json')).stdout);
  const next = 'Before you publish the site, set SITE_URL to its public address.';
  expect(findings).toContainEqual(expect.objectContaining({ what: 'SITE_URL', next }));
  expect(findings).toContainEqual(expect.objectContaining({ what: 'clock', state: 'ok' }));
  const quiet = await doctor(env, '--quiet');
  expect(quiet.stdout).toBe('No errors found.\n');
  expect(quiet.stderr).toMatch(
    /^! SITE_URL: .* → Before you publish the site, set SITE_URL to its public address\.\n$/,
  );
});

test('reports files and folders of sources.yaml that do not exist', async () => {
  await writeFile(
    join(folder, 'sources.yaml'),
    `workspace: { id: acme, name: Acme }
sources:
  - changelog: CHANGLOG.md
  - changelog: "*/CHANGELOG.md"
  - markdown: CHANGELOG.md
    roadmap: app
  - dataset: past.json
`,
  );
  await mkdir(join(folder, 'app'));
  for (const name of ['CHANGELOG.md', 'app/CHANGELOG.md']) await writeFile(join(folder, name), '');
  const { code, stdout } = await doctor({});
  expect(stdout).not.toContain('✓ sources.yaml');
  const next = '→ Correct the name in sources.yaml, or create what it names.';
  expect(stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
    `✗ sources.yaml: CHANGLOG.md does not exist. ${next}`,
    `✗ sources.yaml: CHANGELOG.md is not a folder. ${next}`,
    `✗ sources.yaml: past.json does not exist. ${next}`,
  ]);
  expect(code).toBe(2);
});

test('asks each forge of sources.yaml whether it shows the repository and accepts the token', async () => {
  await using gitHub = await startGitHub({ token: 'right' });
  await using forgejo = await startForgejo({ token: 'right' });
  for (const forge of [gitHub, forgejo]) {
    forge.repository('acme/board');
    forge.repository('acme/secret', { private: true });
  }
  await writeFile(
    join(folder, 'sources.yaml'),
    `workspace: { id: acme, name: Acme }
sources:
  - github: acme/board
  - github: acme/secret
  - github: acme/gone
  - forgejo: ${forgejo.url}/acme/board
`,
  );
  const env = { GITHUB_API_URL: gitHub.url, GITHUB_TOKEN: 'right', FORGEJO_TOKEN: 'right' };
  const right = await doctor(env);
  expect(right.stdout).toContain(
    '✓ github acme/board: GitHub shows acme/board and accepts GITHUB_TOKEN.\n',
  );
  expect(right.stdout).toMatch(
    /^✓ forgejo \S+\/acme\/board: Forgejo shows acme\/board and accepts FORGEJO_TOKEN\.$/m,
  );
  expect(right.stdout).toMatch(/^✗ github acme\/secret: acme\/secret is private, .* → /m);
  expect(right.stdout).toMatch(/^✗ github acme\/gone: .* status 404.* → Check the name/m);
  expect(right.code).toBe(2);
  const wrong = await doctor({ ...env, GITHUB_TOKEN: 'mistyped', FORGEJO_TOKEN: 'outdated' });
  expect(wrong.stdout).toMatch(
    /^✗ github acme\/board: .* status 401.* → Check GITHUB_TOKEN: it is/m,
  );
  expect(wrong.stdout).toMatch(/^✗ forgejo .* status 401.* → Check FORGEJO_TOKEN: it is/m);
  expect(wrong.stdout + wrong.stderr).not.toMatch(/mistyped|outdated/);
  expect(wrong.code).toBe(2);
  const without = await doctor({ GITHUB_API_URL: gitHub.url });
  expect(without.stdout).toContain(
    '✓ github acme/board: GitHub shows acme/board without GITHUB_TOKEN.\n',
  );
});

test('asks a forge only once, even if it asks to wait', async () => {
  await using gitHub = await startGitHub({ token: 'right' });
  gitHub.repository('acme/board');
  gitHub.fail = () => new Response('', { status: 503, headers: { 'retry-after': '800' } });
  const sources = 'workspace: { id: acme, name: Acme }\nsources: [{ github: acme/board }]\n';
  await writeFile(join(folder, 'sources.yaml'), sources);
  const { code, stdout } = await doctor({ GITHUB_API_URL: gitHub.url });
  expect(stdout).toMatch(/^✗ github acme\/board: .* status 503.* → GitHub has a problem/m);
  expect(gitHub.asked).toHaveLength(1);
  expect(code).toBe(2);
});

test('checks a running receiver and reports that it has other secrets', async () => {
  await using api = await startApi(sampleFile);
  const env = { API_BASE_URL: api.url, API_KEY: api.key, ...receiver };
  await using running = startCommand('webhook', {
    cwd: folder,
    // Pictures would take most of the time of its first run.
    env: { ...env, ASSETS: 'off' },
  });
  const [, port = ''] = await running.printed(/events at http:\/\/127\.0\.0\.1:(\d+)/);
  const same = await doctor({ ...env, WEBHOOK_PORT: port });
  expect(same.stdout).toContain(
    `✓ receiver: The receiver at http://127.0.0.1:${port} accepted a test event`,
  );
  const other = await doctor({
    ...env,
    WEBHOOK_PORT: port,
    WEBHOOK_SECRET: 'whsec_D2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  });
  expect(other.stdout).toMatch(/^✗ receiver: The receiver at .* refused an event \(status 401/m);
  expect(other.code).toBe(2);
});

test.each(['github', 'forgejo'])(
  'checks a receiver that only has the secret of the webhook of %s',
  async (name) => {
    await writeFile(
      join(folder, 'sources.yaml'),
      'workspace: { id: w, name: Acme }\nsources:\n  - dataset: none.json\n',
    );
    const secret = `WEBHOOK_${name.toUpperCase()}_SECRET`;
    const env = { [secret]: '0123456789abcdef', WEBHOOK_PORT: '0', ASSETS: 'off' };
    await using running = startCommand('webhook', { cwd: folder, env });
    const [, WEBHOOK_PORT = ''] = await running.printed(new RegExp(`:(\\d+)/webhooks/${name}\n`));
    const same = await doctor({ ...env, WEBHOOK_PORT });
    expect(same.stdout).toMatch(/^✓ receiver: The receiver at \S+ accepted a test event/m);
    const other = await doctor({ WEBHOOK_PORT, [secret]: 'fedcba9876543210' });
    expect(other.stdout).toMatch(/^✗ receiver: The receiver at .* refused an event \(status 401/m);
  },
  60_000,
);

test('reports a receiver port that another program uses', async () => {
  await using api = await startApi(sampleFile);
  await using other = await startServer(() => new Response('Hello.'));
  const { port } = new URL(other.url);
  const env = { API_BASE_URL: api.url, API_KEY: api.key, ...receiver, WEBHOOK_PORT: port };
  const { stdout, code } = await doctor(env);
  expect(stdout).toContain(`✗ receiver: Port ${port} is taken.`);
  expect(code).toBe(2);
});

test('tests a bucket and leaves it unchanged', async () => {
  await using fake = await startFakeS3();
  const before = [...fake.objects.keys()];
  const { stdout } = await doctor(fake.env);
  expect(stdout).toMatch(
    /^✓ bucket: s3:\/\/\S+ can be written, and supports conditional writes\./m,
  );
  expect([...fake.objects.keys()]).toEqual(before);
  const closed = await doctor({ ...fake.env, PUBLISH_BUCKET: 'nobodys' });
  expect(closed.stdout).toMatch(/^✗ bucket: /m);
  expect(closed.code).toBe(2);
});

test('reports a bucket without the live generation until that is uploaded', async () => {
  await using fake = await startFakeS3();
  const env = { ...fake.env, SITE_URL: 'https://example.com' };
  await copySmallContent(join(folder, 'content'));
  fake.fault = (method, key) =>
    method === 'PUT' && key.endsWith('.html')
      ? { kind: 'status', status: 403, code: 'AccessDenied' }
      : undefined;
  const publish = () => runCommand('build', { cwd: folder, env, args: ['--publish'] });
  expect((await publish()).code).toBe(1);
  expect((await doctor(env)).stdout).toMatch(/^! bucket: \S+ does not have .* run this again/m);

  // The generation has been live for an hour, so the upload is overdue.
  const anHourAgo = new Date(Date.now() - 60 * 60_000);
  await lutimes(join(folder, 'dist'), anHourAgo, anHourAgo);
  const old = await doctor(env);
  expect(old.stdout).toMatch(
    /^✗ bucket: s3:\/\/changelog\/ does not have generation \S+, which has been live in \S+ since \S+ → npm run build -- --publish uploads the generation, or says why the upload fails\.$/m,
  );
  expect(old.code).toBe(2);

  fake.fault = () => undefined;
  expect((await publish()).code).toBe(0);
  const healed = await doctor(env);
  expect(healed.stdout).toContain('✓ bucket: s3://changelog/ shows the live generation.');
}, 240_000);

test('warns if the sources have another time zone than the site', async () => {
  const sources = 'workspace: { id: a, name: A }\nsources:\n  - changelog: CHANGELOG.md\n';
  await writeFile(join(folder, 'sources.yaml'), sources);
  await writeFile(join(folder, 'CHANGELOG.md'), '## 1.0.0 - 2026-01-01\n');
  await writeFile(join(folder, 'site.config.ts'), "export default { timeZone: 'Asia/Tokyo' };\n");
  const { stdout } = await doctor({ SITE_CONFIG: join(folder, 'site.config.ts') });
  expect(stdout).toMatch(/^! timeZone: .* → Write timeZone: Asia\/Tokyo into sources\.yaml/m);
});
