import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { visitorOf } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';
import { type FakeChats, startChats } from '../../support/fake-chats.ts';
import { startForgejo } from '../../support/fake-forgejo.ts';
import { startGitHub } from '../../support/fake-github.ts';
import { forgejoRelease, gitHubRelease } from '../../support/forge-rows.ts';
import { runAction } from '../pull-request/run-action.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { type Project, startProject } from './project.ts';

// Announces a release of each kind of source from the package: with the steps of the action, and
// with the receiver.

const token = 'ghs_secret';
const API_KEY = 'key-of-the-test';
const WEBHOOK_TOKEN = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';
const WEBHOOK_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** A source of releases 1.1.0, 1.2.0 and so on, of a project with the name of its kind. */
interface Source {
  /** Lines of `sources.yaml`; without them, the API is the source. */
  lines?: string;
  env?: Record<string, string>;
  /** Publishes a release of now. */
  publish(minor: number): Promise<unknown>;
}

type Start = (project: Project, held: AsyncDisposableStack) => Promise<Source>;

const kinds = {
  markdown: async ({ path }) => {
    await mkdir(join(path, 'releases'));
    return {
      lines: '  - markdown: releases\n    project: markdown\n',
      publish: (minor) =>
        writeFile(
          join(path, `releases/1.${minor}.0.md`),
          `---\nversion: "1.${minor}.0"\nreleased_at: ${justNow()}\n---\n\n- One\n`,
        ),
    };
  },
  changelog: async ({ path }) => {
    const sections: string[] = [];
    return {
      lines: '  - changelog: CHANGELOG.md\n    project: changelog\n',
      publish: (minor) => {
        sections.unshift(`## 1.${minor}.0 (${justNow().slice(0, 10)})\n\n- One\n`);
        return writeFile(join(path, 'CHANGELOG.md'), sections.join('\n'));
      },
    };
  },
  dataset: async ({ path }) => {
    const releases: object[] = [];
    return {
      lines: '  - dataset: past.json\n    project: dataset\n',
      publish: (minor) => {
        const id = `dataset-1-${minor}-0`;
        const row = { id, slug: id, title: `Dataset 1.${minor}.0`, released_at: justNow() };
        releases.push({ ...row, status: 'RELEASED', is_public: true });
        return writeFile(join(path, 'past.json'), JSON.stringify({ releases }));
      },
    };
  },
  github: async (_project, held) => {
    const fake = held.use(await startGitHub({ token }));
    const { releases } = fake.repository('acme/board', { releases: [] });
    return {
      lines: '  - github: acme/board\n    project: github\n',
      env: { GITHUB_API_URL: fake.url, GITHUB_TOKEN: token },
      publish: async (minor) => releases.push(gitHubRelease(minor, ofNow())),
    };
  },
  forgejo: async (_project, held) => {
    const fake = held.use(await startForgejo({ token }));
    const { releases } = fake.repository('acme/board', { releases: [] });
    return {
      lines: `  - forgejo: ${fake.url}/acme/board\n    project: forgejo\n`,
      env: { FORGEJO_TOKEN: token },
      publish: async (minor) => releases.push(forgejoRelease(minor, ofNow())),
    };
  },
  api: async (project, held) => {
    const dataSet = join(project.around, 'workspace.json');
    const drafts = [1, 2, 3].map((minor) =>
      release(`rel_${minor}`, {
        ...{ slug: `api-1-${minor}-0`, title: `API 1.${minor}.0`, status: 'DRAFT' },
        ...{ released_at: null, attachments: [] },
      }),
    );
    const rows = { ...sample(), releases: drafts, milestones: [] };
    await writeFile(dataSet, JSON.stringify(rows));
    const imported = await project.waymark(['service', 'import', dataSet]);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const options = ['--port', '0', '--site', project.path];
    const service = held.use(await project.serving(['service', ...options], { API_KEY }));
    const users = ['service', 'users', 'add', 'Ada', '--role', 'publisher'];
    const [link = ''] = /\/desk\/sign-in\/\S+/.exec((await project.waymark(users)).stdout) ?? [];
    const publisher = visitorOf(service);
    await publisher.post(link, {});
    return {
      env: { API_BASE_URL: service.url, API_KEY },
      publish: async (minor) => {
        const page = `/desk/releases/rel_${minor}`;
        const form = (await publisher.get(page)).form(page);
        form.set('do', 'now');
        form.set('channels', 'slack ANNOUNCE_API');
        expect((await publisher.post(`${page}/publish`, form)).status).toBe(200);
      },
    };
  },
} satisfies Record<string, Start>;

const { api, ...listed } = kinds;

test.each<[string, Record<string, Start>]>([
  ['each kind of source in sources.yaml', listed],
  ['the API', { api }],
])(
  'a release of %s is announced once it is live, by the action and by the receiver',
  async (_what, started) => {
    await using held = new AsyncDisposableStack();
    const project = held.use(await startProject());
    const chats = held.use(await startChats());
    const { url, events } = held.use(await serve(join(project.path, 'dist'), chats));
    // A target each, because a target gets one message for more than three releases.
    const names = Object.keys(started);
    const targets = names.map((kind) => `  - slack: ${addressOf(kind)}\n${rulesOf(kind)}`);
    await writeFile(
      join(project.path, 'announce.yaml'),
      `site: ${url}\ntargets:\n${targets.join('')}`,
    );
    const config = `export default ${JSON.stringify(withoutCards)};\n`;
    await writeFile(join(project.path, 'site.config.ts'), config);
    const sources: Source[] = [];
    for (const start of Object.values(started)) sources.push(await start(project, held));
    const workspace = 'workspace: { id: acme, name: Acme }\nsources:\n';
    const lines = sources.map((source) => source.lines ?? '').join('');
    if (lines) await writeFile(join(project.path, 'sources.yaml'), workspace + lines);
    const env = {
      ...Object.assign({}, ...sources.map((source) => source.env)),
      ...Object.fromEntries(names.map((kind) => [addressOf(kind), chats.address('slack', kind)])),
      ...{ SITE_URL: url, ASSETS: 'off' },
    };
    const publish = async (minor: number) => {
      for (const source of sources) await source.publish(minor);
    };
    const job = async () => {
      for (const command of ['sync', 'build', 'announce']) {
        const inputs = { command, 'api-key': env.API_KEY ?? '', token };
        const ended = await runAction({
          ...{ cwd: project.path, temp: project.around, inputs, env },
          github: { event_name: 'push', repository: 'acme/board', event: {} },
        });
        expect(ended.code, `${command}: ${ended.output}`).toBe(0);
      }
    };
    /** Slugs of each kind's release 1.2.0, 1.3.0 or both. */
    const slugs = (...minors: number[]) =>
      names.flatMap((kind) => minors.map((minor) => `${kind}-1-${minor}-0`));

    await publish(1);
    await job();
    expect(chats.messages).toEqual([]);

    await publish(2);
    await job();
    expect(announced(chats)).toEqual(slugs(2).sort());

    await publish(3);
    const running = { WEBHOOK_TOKEN, WEBHOOK_PORT: '0', WEBHOOK_SECRET };
    held.use(await project.serving(['webhook'], { ...env, ...running }));
    const patiently = { timeout: 120_000, interval: 50 };
    await expect.poll(() => announced(chats), patiently).toEqual(slugs(2, 3).sort());
    // Each message left after its page had answered.
    for (const slug of slugs(2, 3)) {
      const answered = events.indexOf(`/releases/${slug}/ 200`);
      expect(answered, slug).toBeGreaterThan(-1);
      expect(events.indexOf(slug), slug).toBeGreaterThan(answered);
    }
  },
  600_000,
);

const addressOf = (kind: string) => `ANNOUNCE_${kind.toUpperCase()}`;
/** Releases of the API are announced where their publisher says. */
const rulesOf = (kind: string) => (kind === 'api' ? '' : `    projects: [${kind}]\n`);

const justNow = () => new Date(Date.now() - 60_000).toISOString();

function ofNow() {
  const at = justNow();
  return { author: null, created_at: at, published_at: at, updated_at: at };
}

/** Serves a folder. Notes which pages of releases were asked for, and the slug of each message. */
async function serve(folder: string, chats: FakeChats) {
  const events: string[] = [];
  const app = createSiteServer({ folder });
  const server = await listen({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const answer = await app.fetch(request);
      if (pathname.startsWith('/releases/')) events.push(`${pathname} ${answer.status}`);
      return answer;
    },
  });
  chats.fail = (_name, _turn, body) => {
    events.push(slugIn(body));
    return undefined;
  };
  return { ...server, events };
}

/** The slugs of the releases that were announced in Slack. */
function announced({ messages }: FakeChats): string[] {
  return messages.map(({ body }) => slugIn(body)).sort();
}

function slugIn(message: string): string {
  return /\/releases\/([\w-]+)\/\|Read more>/.exec(message)?.[1] ?? '';
}
