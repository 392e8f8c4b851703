import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import commands from '../../../bin/commands.json' with { type: 'json' };
import { type FakeS3, startFakeS3 } from '../../support/s3/fake-s3.ts';
import { sampleFile } from '../whole-path/data-sets.ts';
import { type Project, startProject } from './project.ts';

// Runs every command and every child process of the packed package once, each with a result that
// only it can give. This finds files that are missing in the package or have another path there.

const API_KEY = 'key-of-the-test';
const WEBHOOK_TOKEN = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';
const lifetimes = new AsyncDisposableStack();
let project: Project;
let bucket: FakeS3;
/** The release that a webhook event names. */
const changed = 'rel_0_1_0';
/** File to which each process of a command writes its messages and its exit code. */
let record: string;
/** Settings for commands that use the API. */
let api: Record<string, string>;

beforeAll(async () => {
  project = lifetimes.use(await startProject());
  bucket = lifetimes.use(await startFakeS3());
  record = join(project.around, 'record.tsv');
  await writeFile(record, '');
  const recorder = join(project.around, 'recorder.cjs');
  await writeFile(
    recorder,
    `const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');
const note = (word) => appendFileSync(${JSON.stringify(record)}, process.argv[1] + '\\t' + word + '\\n');
if (isMainThread) {
  const { send } = process;
  if (send) process.send = (message, ...rest) => (note(message.kind), send.call(process, message, ...rest));
  process.once('exit', (code) => note('exit ' + code));
}
`,
  );
  bucket.env.NODE_OPTIONS = `--require=${recorder}`;
}, 600_000);
afterAll(() => lifetimes.disposeAsync());

const finished = (args: string[], env: Record<string, string> = {}) =>
  project.waymark(args, { ...bucket.env, SITE_URL: 'https://changelog.acme.dev', ...env });

async function page(args: string[]): Promise<string> {
  await using server = await project.serving([...args, '--port', '0']);
  // An open keep-alive connection would keep the server from stopping.
  const answer = await fetch(server.url, { headers: { connection: 'close' } });
  return await answer.text();
}

/** A check for each command, in the order of a first use. */
const answers: Record<string, () => Promise<void>> = {
  init: async () => {
    expect((await finished(['init'])).stdout).toContain('Wrote site.config.ts');
  },
  service: async () => {
    const dataSet = join(project.around, 'sample/workspace.json');
    await cp(dirname(sampleFile), dirname(dataSet), { recursive: true });
    const kept = ['rel_what_waymark_is_for', 'rel_0_4_0', changed];
    const { releases, milestones, ...rest } = JSON.parse(await readFile(dataSet, 'utf8'));
    const some = {
      ...rest,
      // The receiver refuses to publish the bundled sample, which it recognises by its id.
      workspace: { ...rest.workspace, id: 'acme' },
      // The size of the site does not matter here.
      releases: releases
        .filter(({ id }: { id: string }) => kept.includes(id))
        // The fonts have no letters for this title, so `build` reports that it has no card.
        .map((one: { id: string }) => (one.id === changed ? { ...one, title: 'تحسينات' } : one)),
      milestones: milestones.slice(0, 2),
    };
    await writeFile(dataSet, JSON.stringify(some));
    const imported = await finished(['service', 'import', dataSet]);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const NODE_OPTIONS = bucket.env.NODE_OPTIONS ?? '';
    const server = await project.serving(['service', '--port', '0'], { API_KEY, NODE_OPTIONS });
    lifetimes.use(server);
    api = { API_BASE_URL: server.url, API_KEY };
    const headers = { authorization: `Bearer ${API_KEY}` };
    const answer = await fetch(`${server.url}/v1/releases?limit=1`, { headers });
    expect(await answer.json()).toMatchObject([{ title: expect.any(String) }]);
    const added = await finished(['service', 'users', 'add', 'Ada', '--role', 'writer']);
    const [link = ''] = /\/desk\/sign-in\/\S+/.exec(added.stdout) ?? [];
    const signIn = await fetch(server.url + link, {
      ...{ method: 'POST', redirect: 'manual', headers: { origin: server.url } },
      body: new URLSearchParams(),
    });
    const cookies = signIn.headers.get('set-cookie');
    const [cookie = ''] = cookies?.split(';') ?? [];
    const look = await fetch(`${server.url}/desk/look.css`);
    expect(await look.text()).toContain('--paper:');
    const address = `${server.url}/desk/releases/${changed}/preview/page`;
    const preview = await fetch(address, { headers: { cookie } });
    expect(await preview.text()).toContain('<article');
  },
  sync: async () => {
    expect(await finished(['sync'], api)).toMatchObject({ code: 0 });
    expect(await readFile(join(project.path, 'content/workspace.json'), 'utf8')).toContain('acme');
    // The second sync finds an added change. A child process reads the site's settings to tell
    // whether that change needs action from readers.
    const list = 'workspace: { id: acme, name: Acme }\nsources:\n  - changelog: CHANGES.md\n';
    await writeFile(join(project.path, 'changes.yaml'), list);
    for (const added of ['', '\n### Security\n\n- A hole\n']) {
      const text = `## 1.0.0 (2020-01-01)\n\n### Added\n\n- All\n${added}`;
      await writeFile(join(project.path, 'CHANGES.md'), text);
      const { code } = await finished(['sync', '--content', 'own'], { SOURCES: 'changes.yaml' });
      expect(code).toBe(0);
    }
    const log = await readFile(join(project.path, 'own/release-log.json'), 'utf8');
    expect(JSON.parse(log).corrections).toMatchObject([{ parts: [{ action: true }] }]);
  },
  start: async () => {
    // Another folder for the site, because that of the next checks is not published yet.
    await using started = await project.serving(['start', '--port', '0'], {
      ...api,
      ...{ SITE_URL: 'https://changelog.acme.dev', OUT_DIR: 'started/dist' },
      NODE_OPTIONS: bucket.env.NODE_OPTIONS ?? '',
    });
    expect(started.printed().trim().split('\n')).toEqual([
      expect.stringMatching(/^Synced 3 releases and 2 milestones in \d/),
      expect.stringMatching(/^1 release has no card/),
      expect.stringMatching(/^Built \d+ files into .* in \d/),
      expect.stringMatching(/ is served at http:/),
    ]);
  },
  new: async () => {
    const list = 'workspace: { id: acme, name: Acme }\nsources:\n  - markdown: releases\n';
    await writeFile(join(project.path, 'own.yaml'), list);
    const { stdout } = await finished(['new', 'release', '2.4.0'], { SOURCES: 'own.yaml' });
    expect(stdout).toContain('Created releases/2.4.0.md');
  },
  build: async () => {
    // Without this page, the build would use the compiled pages of the package.
    await mkdir(join(project.path, 'pages'));
    await writeFile(join(project.path, 'pages/about.md'), '---\ntitle: About\n---\n');
    const { stdout } = await finished(['build', '--publish']);
    expect(stdout).toMatch(/^Compiling the pages, because pages\/ has some of your own …$/m);
    expect(stdout).toMatch(/^s3:\/\/changelog\/ is up to date: [1-9]\d* uploaded/m);
    expect(stdout).toMatch(/^1 release has no card/m);
  },
  webhook: async () => {
    // Without the cached build, the receiver's first run has to render, which it does in a child
    // process.
    await rm(join(project.path, '.cache/builds'), { recursive: true });
    const env = { ...bucket.env, ...api, SITE_URL: 'https://changelog.acme.dev' };
    await using receiver = await project.serving(['webhook'], {
      ...env,
      WEBHOOK_PROOF: 'token',
      WEBHOOK_TOKEN,
      WEBHOOK_PORT: '0',
    });
    // The first run syncs everything. The worker handles the event after it.
    await recorded('receiver/run/processes/sync', 'lookedUp');
    await recorded('tools/bucket/processes/bucket', 'done', 2);
    const answer = await fetch(`${receiver.url}/webhooks/release`, {
      method: 'POST',
      headers: { authorization: `Bearer ${WEBHOOK_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'release.published', data: { id: changed } }),
    });
    expect(answer.status).toBe(202);
    await recorded('tools/worker/processes/worker', 'published');
  },
  publish: async () => {
    expect((await finished(['publish', 'list'])).stdout).toMatch(/^\S+\t\S+\t\d+ pages\tlive$/m);
  },
  serve: async () => {
    expect(await page(['serve'])).toContain('<title>');
  },
  preview: async () => {
    expect(await page(['preview'])).toContain('<title>');
  },
  dev: async () => {
    const about = '---\ntitle: About us\n---\nWe are here.\n';
    await writeFile(join(project.path, 'pages/about.md'), about);
    await using server = await project.serving(['dev', '--port', '0']);
    const got = async (path: string) => {
      const answer = await fetch(new URL(path, server.url), { headers: { connection: 'close' } });
      expect(answer.status, path).toBe(200);
      return answer.text();
    };
    const home = await got('/');
    expect(home).toContain('/@vite/client');
    expect(home).toContain('What Waymark is for');
    expect(await got('/about/')).toContain('We are here.');
    const scripts = [...home.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src = '']) => src);
    expect(scripts.length).toBeGreaterThan(1);
    for (const src of scripts) await got(src);
    // Lists show what a sync writes meanwhile.
    const releases = join(project.path, 'content/releases');
    const [name = ''] = await readdir(releases);
    const before = await readFile(join(releases, name), 'utf8');
    expect(await got('/releases/')).not.toContain('Synced meanwhile');
    const title = 'Synced meanwhile';
    await writeFile(join(releases, name), JSON.stringify({ ...JSON.parse(before), title }));
    await expect.poll(() => got('/releases/')).toContain(title);
    await writeFile(join(releases, name), before);
  },
  convert: async () => {
    await writeFile(join(project.path, 'OLD.md'), '## 1.0.0 (2020-01-01)\n\n### Added\n\n- All\n');
    const { code } = await finished(['convert', 'changelog', 'OLD.md', '--out', 'old.json']);
    expect(code).toBe(0);
    const { releases } = JSON.parse(await readFile(join(project.path, 'old.json'), 'utf8'));
    expect(releases).toMatchObject([{ version: '1.0.0' }]);
  },
  announce: async () => {
    const site = 'site: https://changelog.acme.dev\ntargets:\n  - slack: ANNOUNCE_SLACK\n';
    await writeFile(join(project.path, 'announce.yaml'), site);
    const env = { ANNOUNCE_SLACK: 'https://hooks.slack.com/services/T/B/x' };
    const { stdout } = await finished(['announce'], env);
    expect(stdout).toMatch(/^slack ANNOUNCE_SLACK is new\. /);
  },
  review: async () => {
    expect((await finished(['review', 'content'])).stdout).toMatch(
      /^::warning::The pull request was not updated: .*GITHUB_/,
    );
  },
  doctor: async () => {
    const { stdout } = await finished(['doctor'], api);
    expect(stdout).toContain('accepts the key of “Waymark”');
    expect(stdout).toMatch(/^✓ bucket: s3:/m);
  },
};

test('every command of the package has a check here', () => {
  const packaged = Object.entries(commands).filter(
    ([, one]) => !('only' in one) || one.only === 'package',
  );
  expect(Object.keys(answers).sort()).toEqual(packaged.map(([name]) => name).sort());
});

test.each(Object.entries(answers))(
  'waymark %s works in the package',
  (_name, answer) => answer(),
  600_000,
);

/**
 * The message with which each process reports that its work is done, or its exit code if it sends
 * none.
 */
const messages: Record<string, string> = {
  'render/processes/compile': 'exit 0',
  'render/processes/render': 'written',
  'tools/bucket/processes/bucket': 'done',
  'tools/worker/processes/worker': 'published',
  'receiver/run/processes/sync': 'lookedUp',
  'sync/run/processes/upgrade-action': 'exit 0',
  'tools/preview/processes/preview': 'exit 0',
};

test('every child process of the package was started and did its work', async () => {
  const started = globSync('src/**/*.ts').flatMap((file) => {
    const calls = readFileSync(file, 'utf8').matchAll(/moduleBeside\(\s*'([^']+)'/g);
    return [...calls].map(([, path = '']) =>
      normalize(join(file, '..', path)).slice('src/'.length),
    );
  });
  const programs = globSync('src/**/processes/*.ts').map((file) => file.slice('src/'.length, -3));
  const preloaded = 'lib/processes/bound-to-parent';
  expect(started.sort()).toEqual([...Object.keys(messages), preloaded].sort());
  // Modules in `lib/` are shared by child processes and their parents, and are no entries.
  expect(programs.filter((name) => !name.startsWith('lib/')).sort()).toEqual(
    Object.keys(messages).sort(),
  );
  for (const [program, message] of Object.entries(messages)) await recorded(program, message);
}, 150_000);

/** Waits until a process has sent a message this many times. */
async function recorded(program: string, message: string, times = 1): Promise<void> {
  const line = `/compiled/src/${program}.js\t${message}\n`;
  await expect
    .poll(() => readFile(record, 'utf8'), { timeout: 120_000 })
    .toMatch(new RegExp(`(?:${line}[^]*){${times}}`));
}
