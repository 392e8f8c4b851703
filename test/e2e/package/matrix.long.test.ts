import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeForgejo, startForgejo } from '../../support/fake-forgejo.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { forgejoRelease, gitHubRelease } from '../../support/forge-rows.ts';
import { releaseRow } from '../../support/rows.ts';
import { type ScriptedApi, startApi } from '../../support/scripted-api.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { type Project, startProject } from './project.ts';

// Each command with each kind of source, in a project with the package.

const token = 'ghs_secret';
/** On a busy machine, the first pages of a dev server take long. */
const patiently = { timeout: 120_000 };
const lifetimes = new AsyncDisposableStack();
let project: Project;
let github: FakeGitHub;
let forgejo: FakeForgejo;
let api: ScriptedApi;
/** Start with the first kind, and then show what is synced or built. */
let dev: Awaited<ReturnType<Project['serving']>> | undefined;
let serve: typeof dev;

beforeAll(async () => {
  // A path is no URL.
  project = lifetimes.use(await startProject({}, 'my%20project'));
  api = lifetimes.use(await startApi({ releases: [releaseRow('of-the-api')] }));
  github = lifetimes.use(await startGitHub({ token }));
  github.repository('acme/board', { releases: [gitHubRelease(1, { author: null })] });
  forgejo = lifetimes.use(await startForgejo({ token }));
  forgejo.repository('acme/board', { releases: [forgejoRelease(1, { author: null })] });
  await mkdir(file('notes'));
  await mkdir(file('public'));
  await writeFile(file('public/empty.txt'), '');
  const row = { id: 'past', title: 'A past release', status: 'RELEASED', is_public: true };
  await writeFile(file('CHANGELOG.md'), '## 1.0.0 - 2026-01-01\n\n- One\n');
  await writeFile(file('notes/1.md'), '---\nversion: "1.0.0"\nreleased_at: 2026-01-01\n---\n');
  await writeFile(
    file('past.json'),
    JSON.stringify({ releases: [{ ...row, released_at: '2026-01-01T00:00:00Z' }] }),
  );
  await writeFile(file('site.config.ts'), `export default ${JSON.stringify(withoutCards)};\n`);
}, 600_000);
afterAll(() => lifetimes.disposeAsync());

const file = (name: string) => join(project.path, name);

beforeEach(async () => {
  for (const name of ['content', 'out', 'sources.yaml', 'webhook.db'])
    await rm(file(name), { recursive: true, force: true });
});

/** Slugs of the releases that the dev server lists. */
async function linkedInDev(): Promise<Set<string>> {
  const page = await (await fetch(new URL('/releases/', dev?.url))).text();
  return new Set(page.match(/(?<=href="\/releases\/)[\w-]+(?=\/")/g));
}

const sources = {
  GitHub: '- github: acme/board',
  Forgejo: '- forgejo: URL/acme/board\n  token: FORGEJO_TOKEN_OTHER',
  changelog: '- changelog: CHANGELOG.md',
  Markdown: '- markdown: notes',
  'data set': '- dataset: past.json',
  several:
    '- github: acme/board\n- forgejo: URL/acme/board\n  project: Forge\n- changelog: CHANGELOG.md\n  project: Log\n- markdown: notes\n- dataset: past.json\n- api: true',
  API: undefined,
};

test.each(Object.entries(sources))(
  'sync, doctor, new, build, serve, dev, review and webhook work with %s, or say why not',
  async (kind, list) => {
    const usesApi = list === undefined || list.includes('api');
    const upstream: Record<string, string> = {
      ...(usesApi && { API_BASE_URL: api.url, API_KEY: 'k' }),
      FORGEJO_TOKEN_OTHER: token,
      ...(list?.includes('github') && { GITHUB_API_URL: github.url, GITHUB_TOKEN: token }),
    };
    const env = {
      ...upstream,
      ...{ SITE_URL: 'https://acme.example', ASSETS: 'off', OUT_DIR: 'out/dist' },
      ...{ WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', WEBHOOK_PORT: '0' },
    };
    if (list !== undefined)
      await writeFile(
        file('sources.yaml'),
        `workspace: { id: w-1, name: Acme }\nsources:\n${list.replace(/^/gm, '  ').replace('URL', forgejo.url)}\n`,
      );
    const run = (...args: string[]) => project.hosted(args, env);

    const synced = await run('sync');
    expect(synced.code, `${kind}: ${synced.stdout}${synced.stderr}`).toBe(0);
    const created = await run('new', 'release', '9.9.9');
    const examined = await run('doctor');
    const hasFolder = list?.includes('markdown') === true;
    expect(created.code, created.stderr).toBe(hasFolder ? 0 : 2);
    if (!hasFolder) expect(created.stderr).toContain('names no folder of Markdown files');
    await rm(file('notes/9.9.9.md'), { force: true });
    expect(examined.stdout).toMatch(list === undefined ? /It reads the API/ : /It reads \w/);
    const built = await project.waymark(['build'], env);
    expect(built.code, `${kind}: ${built.stderr}`).toBe(0);
    expect(await readFile(file('out/dist/index.html'), 'utf8')).toContain('</html>');
    expect(await readFile(file('out/dist/empty.txt'), 'utf8')).toBe('');
    await expectHealthy(env);
    serve ??= lifetimes.use(await project.serving(['serve', '--port', '0'], env));
    dev ??= lifetimes.use(await project.serving(['dev', '--port', '0'], env));
    const slugs = (await readdir(file('content/releases'))).map((name) => name.slice(0, -5));
    await expect.poll(linkedInDev, patiently).toEqual(new Set(slugs));
    for (const [name, url] of Object.entries({ serve: serve.url, dev: dev.url })) {
      const answer = await fetch(url);
      expect(answer.status, name).toBe(200);
      const page = await answer.text();
      const modules = [...page.matchAll(/(?:src|href)="([^"]*\/@fs\/[^"]*)"/g)];
      expect(modules.length > 4, name).toBe(name === 'dev');
      for (const [, path = ''] of modules) {
        const address = new URL(path.replaceAll('&amp;', '&'), url);
        expect((await fetch(address)).status, address.href).toBe(200);
      }
    }
    const reviewed = await run('review', 'content');
    expect(reviewed).toMatchObject({ code: 0, stdout: expect.stringContaining('::warning') });
  },
  600_000,
);

/** Starts the receiver, and stops it in its first run. */
async function expectHealthy(env: Record<string, string>): Promise<void> {
  await using webhook = await project.serving(['webhook'], env);
  expect((await fetch(`${webhook.url}/healthz`)).status).toBe(200);
}
