import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Step } from '../../docs/action-steps.ts';
import { startChats } from '../../support/fake-chats.ts';
import { runAction } from '../pull-request/run-action.ts';
import { announcedSite } from './announced-site.ts';

// Runs the job of docs/announcing.md twice at once, each in its own checkout of one repository.

const run = promisify(execFile);
const branch = 'changelog-content';

test('of two jobs at once, one announces, and its ledger stays', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await site.release('1.0.0');
  await site.publish();
  await site.run('announce');
  await site.release('1.1.0');
  await site.publish();
  const root = site.file('jobs');
  await push(root, 'main', { from: site.file('.'), files: ['sources.yaml', 'announce.yaml'] });
  await cp(site.file('announce-ledger.json'), site.file('content/announce-ledger.json'));
  await push(root, branch, { from: site.file('.'), files: ['content/.'] });

  const jobs = await Promise.all(['one', 'other'].map((name) => startJob(root, name, site.env)));
  for (const job of jobs) await job.fetch();
  const [one, other] = await Promise.all(jobs.map((job) => job.announce()));
  expect([one?.code, other?.code].sort(), `${one?.output}${other?.output}`).toEqual([0, 3]);
  const refused = one?.code === 3 ? one : other;
  expect(refused?.output).toContain('--claim-with failed, so nothing was sent');
  expect(chats.messages).toHaveLength(3);
  for (const job of jobs) await job.keep();
  const { stdout } = await run('git', ['show', `${branch}:announce-ledger.json`], { cwd: root });
  const { rows } = JSON.parse(stdout);
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent', 'sent']);
});

/** Pushes files as a branch of a new or existing repository. */
async function push(
  origin: string,
  name: string,
  { from, files }: { from: string; files: string[] },
): Promise<void> {
  const work = `${origin}-${name}`;
  await mkdir(work);
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  await run('cp', ['-R', ...files.map((file) => `${from}/${file}`), work]);
  const steps = [
    'git init --quiet . && git add . && git commit --quiet -m First',
    `git push --quiet ${origin} HEAD:${name}`,
  ];
  await run('bash', ['-ec', steps.join('\n')], { cwd: work, env: gitEnv });
}

const gitEnv = {
  PATH: process.env.PATH,
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
  ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
};

/** A new checkout, and the steps of the job in it. */
async function startJob(origin: string, name: string, own: Record<string, string>) {
  const cwd = `${origin}-${name}`;
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${origin}`, cwd], { env: gitEnv });
  await mkdir(join(cwd, 'node_modules'));
  await symlink(resolve('.'), join(cwd, 'node_modules/waymark'));
  const text = readFileSync('docs/announcing.md', 'utf8');
  const [, yaml = ''] = /```yaml\n(announce:\n[\s\S]*?)```/.exec(text) ?? [];
  const { env, steps }: { env: Record<string, string>; steps: Step[] } = parse(yaml).announce;
  const [fetchStep, action, keepStep] = steps.slice(-3);
  const shell = (step: (Step & { 'working-directory'?: string }) | undefined) =>
    run('bash', ['-ec', step?.run ?? ''], {
      cwd: join(cwd, step?.['working-directory'] ?? ''),
      env: gitEnv,
    });
  return {
    fetch: () => shell(fetchStep),
    announce: () =>
      runAction({
        ...{ cwd, temp: cwd, env: { ...gitEnv, ...env, ...own } as Record<string, string> },
        inputs: action?.with as Record<string, string>,
        github: { event_name: 'push', repository: 'acme/board', event: {} },
      }),
    keep: () => shell(keepStep),
  };
}
