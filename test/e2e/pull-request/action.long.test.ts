import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { releaseRow, releaseRows } from '../../support/rows.ts';
import { type ScriptedApi, startApi } from '../../support/scripted-api.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Job, type JobResult, runAction } from './run-action.ts';

const key = 'wm_the_key_of_this_test';
const token = 'ghs_the_token_of_this_test';

let temp: string;
/** A checkout with Waymark's code and content in git. */
let cwd: string;
let github: FakeGitHub;
let api: ScriptedApi;
beforeEach(async () => {
  const folder = await tempFolder();
  temp = folder.path;
  cwd = join(temp, 'checkout');
  mkdirSync(cwd);
  checkOut(cwd);
  github = await startGitHub({ login: 'github-actions[bot]', token });
  api = await startApi({ releases: releaseRows(2) });
  return async () => {
    await github[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
});

/**
 * Links Waymark's code into a folder. All npm hooks and site files there exit at once, so a step
 * that runs them fails.
 */
function checkOut(folder: string): void {
  for (const name of ['bin', 'scripts', 'src', 'node_modules'])
    symlinkSync(resolve(name), join(folder, name));
  const described = JSON.parse(readFileSync('package.json', 'utf8'));
  const hooks = {
    presync: 'exit 9',
    postsync: 'exit 9',
    prereview: 'exit 9',
    postreview: 'exit 9',
  };
  const scripts = { ...described.scripts, ...hooks };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, scripts }));
  for (const name of ['site.config.ts', 'astro.config.mjs'])
    writeFileSync(join(folder, name), 'process.exit(9);');
}

const sha = 'a'.repeat(40);
const pullRequest = (repository: string | null, base = sha, head = sha) => ({
  number: 5,
  base: { sha: base },
  head: { sha: head, repo: repository === null ? null : { full_name: repository } },
});

async function run(
  over: Partial<Job['github']> & Pick<Job, 'inputs'>,
  env: Record<string, string> = {},
): Promise<JobResult> {
  const { inputs, ...of } = over;
  const result = await runAction({
    cwd,
    temp,
    inputs: { 'api-key': key, token, ...inputs },
    github: { event_name: 'pull_request', repository: 'o/r', event: {}, ...of },
    env: {
      API_BASE_URL: api.url,
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      ...env,
    },
  });
  const said = [result.output, result.summary, ...github.comments.map(({ body }) => body)];
  expect(said.join('\n')).not.toMatch(/the_(?:key|token)_of_this_test/);
  return result;
}

const plan = (repository: string | null, inputs = {}) =>
  run({ inputs: { command: 'plan', ...inputs }, event: { pull_request: pullRequest(repository) } });

test('writes the plan into a comment of the pull request, and updates it later', async () => {
  const released_at = '2999-01-01T00:00:00.000Z';
  api.script.releases.push(releaseRow('r-later', { title: 'Hush', released_at }));
  const first = await plan('o/r');
  expect(first).toMatchObject({ code: 0, output: 'The comment on #5 was created.\n' });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('- `releases/r-0` `Title of r-0`');
  expect(first.summary).toContain('- `releases/r-0` `Title of r-0`');
  // Records that are not public are counted without their titles.
  for (const text of [first.summary, github.comments[0]?.body]) {
    expect(text).toContain('1 record of the API is not public and was left out.');
    expect(text).not.toMatch(/Hush|r-later/);
  }
  api.script.releases.push(
    releaseRow('r-new', { title: '@octocat ![](https://example.com/a.png)' }),
  );
  const second = await plan('o/r');
  expect(second.output).toBe('The comment on #5 was updated.\n');
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain(
    '- `releases/r-new` `@octocat ![](https://example.com/a.png)`',
  );
});

test('reports withheld removals and fails like the sync would', async () => {
  api.script.releases = releaseRows(12);
  const synced = await run({ inputs: { command: 'sync' }, event_name: 'schedule' });
  expect(synced).toMatchObject({ code: 0, ran: ['Choose', 'Sync'] });
  api.script.releases = [];
  const { code, ran } = await plan('o/r');
  expect(github.comments[0]?.body).toContain('12 releases kept that the API answers 404 for');
  expect([code, ran.at(-1)]).toEqual([3, 'Be red where a sync would']);
  expect((await run({ inputs: { command: 'sync' }, event_name: 'push' })).code).toBe(3);
});

test('reports that a sync would fail, with the reason only in the log, and fails', async () => {
  api.script.intercept = () => Response.json({ error: 'no' }, { status: 401 });
  const { code, output } = await plan('o/r');
  expect(code).toBe(1);
  expect(output).toContain('failed: status 401');
  expect(github.comments[0]?.body).toContain('### A sync would fail');
  expect(github.comments[0]?.body).not.toContain(api.url);
});

test('does not fail if only the comment cannot be written', async () => {
  const { code, output } = await plan('o/r', { token: 'ghs_of_nobody' });
  expect(code).toBe(0);
  expect(output).toContain('::warning::The pull request was not updated: GitHub answered 401');
});

test('writes the plan only to the job summary if there is no pull request', async () => {
  const { code, ran, summary } = await run({ inputs: { command: 'plan' }, event_name: 'push' });
  expect({ code, ran }).toEqual({ code: 0, ran: ['Choose', 'Plan', 'Be red where a sync would'] });
  expect(summary).toContain('**Would be newly public: 2**');
  expect(github.asked).toEqual([]);
});

test('builds with the settings of the job', async () => {
  const job = { inputs: { command: 'build' }, event_name: 'push' };
  const { code, ran, output } = await run(job, { SITE_URL: 'nowhere' });
  expect({ code, ran }).toEqual({ code: 2, ran: ['Choose', 'Build'] });
  expect(output).toContain('SITE_URL is not usable');
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

/** Commits releases with these titles by slug, as the only content. */
function commit(titles: Record<string, string>): string {
  git('rm', '-rq', '--cached', '--ignore-unmatch', '.');
  mkdirSync(join(cwd, 'content/releases'), { recursive: true });
  for (const [slug, title] of Object.entries(titles)) {
    const path = `content/releases/${slug}.json`;
    writeFileSync(join(cwd, path), JSON.stringify({ id: slug, title }));
    git('add', path);
  }
  git('commit', '-q', '--allow-empty', '-m', 'content');
  return git('rev-parse', 'HEAD');
}

test.each([
  ['a fork, whatever it was given', 'mallory/r', key],
  ['a fork that is gone', null, key],
  ['Dependabot, who has no key', 'o/r', ''],
])(
  'for %s, shows what the commits change without any request',
  async (_who, repository, apiKey) => {
    git('init', '-q');
    const base = commit({ old: 'Old', same: 'Same', edited: 'Before' });
    const head = commit({ same: 'Same', edited: 'After @octocat', new: '<img src=x>' });
    const { code, ran, summary } = await run({
      inputs: { command: 'plan', 'api-key': apiKey },
      event: { pull_request: pullRequest(repository, base, head) },
    });
    expect({ code, ran }).toEqual({ code: 0, ran: ['Choose', 'Compare the content'] });
    expect(summary).toContain('**New entries: 1**\n\n- `releases/new` `<img src=x>`\n');
    expect(summary).toContain('**Changed: 1**\n\n- `releases/edited` `After @octocat`\n');
    expect(summary).toContain('**Removed: 1**\n\n- `releases/old` `Old`\n');
    expect(summary).not.toContain('Same');
    expect([github.asked, api.askedFor()]).toEqual([[], []]);
  },
);

test('fetches the base commit if the checkout is shallow', async () => {
  git('init', '-q');
  const base = commit({ old: 'Old' });
  const head = commit({ old: 'Old', new: 'New' });
  const origin = cwd;
  cwd = join(temp, 'shallow');
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${origin}`, cwd]);
  checkOut(cwd);
  const { summary } = await run({
    inputs: { command: 'plan' },
    event: { pull_request: pullRequest('mallory/r', base, head) },
  });
  expect(summary).toContain('- `releases/new` `New`');
  expect(summary).not.toContain('Old');
});

test('refuses unknown commands and the event pull_request_target', async () => {
  const unknown = await run({ inputs: { command: 'plan; env' } });
  const target = await run({ inputs: { command: 'plan' }, event_name: 'pull_request_target' });
  for (const { code, ran, output } of [unknown, target]) {
    expect({ code, ran }).toEqual({ code: 2, ran: ['Choose'] });
    expect(output).toContain('::error::');
  }
});

test('runs the package of the project, or says that it is not installed', async () => {
  cwd = join(temp, 'project');
  mkdirSync(join(cwd, 'node_modules/waymark/bin'), { recursive: true });
  const missing = await run({ inputs: { command: 'build' } });
  expect(missing).toMatchObject({ code: 2, ran: ['Choose'] });
  expect(missing.output).toContain('::error::Waymark is not here: run "npm ci" before this step');
  const bin = join(cwd, 'node_modules/waymark/bin/waymark.cjs');
  writeFileSync(bin, "console.log('the package:', process.argv.slice(2).join(' '));");
  const ran = await run({ inputs: { command: 'build' } });
  expect(ran).toMatchObject({ code: 0, output: 'the package: build\n' });
});
