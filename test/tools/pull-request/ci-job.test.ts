import { expect, test } from 'vitest';
import {
  parseCiJob,
  parsePullRequest,
  runAddress,
} from '../../../src/tools/pull-request/ci-job.ts';

const env = {
  GITHUB_API_URL: 'https://api.github.com',
  GITHUB_GRAPHQL_URL: 'https://api.github.com/graphql',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'o/r.s',
  GITHUB_RUN_ID: '7',
  GITHUB_WORKFLOW: 'Changelog',
  GITHUB_EVENT_PATH: '/event.json',
  GITHUB_STEP_SUMMARY: '/summary.md',
};
const sha = 'a'.repeat(40);

test('builds the address of its job', () => {
  expect(runAddress(parseCiJob(env))).toBe('https://github.com/o/r.s/actions/runs/7');
});

test('names every variable whose value cannot come from GitHub', () => {
  const wrong = { ...env, GITHUB_REPOSITORY: 'o/r/../x', GITHUB_RUN_ID: undefined };
  expect(() => parseCiJob(wrong)).toThrow('sets GITHUB_REPOSITORY, GITHUB_RUN_ID.');
});

test('reads the pull request from the event', () => {
  const pull_request = { number: 5, title: 'x', base: { sha }, head: { sha, ref: 'b' } };
  expect(parsePullRequest(JSON.stringify({ pull_request }))).toMatchObject({ number: 5 });
});

test.each([
  ['a push', { ref: 'refs/heads/main' }],
  [
    'a commit that git would take for an option',
    { pull_request: { number: 1, base: { sha: '--upload-pack=x' }, head: { sha } } },
  ],
])('rejects an event of %s', (_what, event) => {
  expect(() => parsePullRequest(JSON.stringify(event))).toThrow('not run for a pull request');
});
