import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { action, type Step } from '../../docs/action-steps.ts';

export interface Job {
  /** Folder of the checked-out repository. */
  cwd: string;
  /** Folder for temporary files of the runner. */
  temp: string;
  inputs: Record<string, string>;
  /** The `github` context of expressions. */
  github: { event_name: string; repository: string; event: unknown };
  env: Record<string, string>;
}

export interface JobResult {
  /** Exit code of the step that failed; 0 if none did. */
  code: number;
  /** Names of the steps that ran. */
  ran: string[];
  output: string;
  summary: string;
}

/** Runs the steps of the action like a GitHub runner, until one fails. */
export async function runAction(job: Job): Promise<JobResult> {
  const folder = await mkdtemp(join(job.temp, 'job-'));
  const file = (name: string) => join(folder, name);
  await writeFile(file('event.json'), JSON.stringify(job.github.event));
  await writeFile(file('summary.md'), '');
  const defaults = Object.entries(action.inputs).map(([name, input]) => [
    name,
    input.default ?? '',
  ]);
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const contexts = {
    inputs: { ...Object.fromEntries(defaults), ...job.inputs },
    github: job.github,
    steps,
  };
  const result: JobResult = { code: 0, ran: [], output: '', summary: '' };
  const runner = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    RUNNER_TEMP: folder,
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_STEP_SUMMARY: file('summary.md'),
    GITHUB_REPOSITORY: job.github.repository,
    GITHUB_RUN_ID: '7',
    GITHUB_WORKFLOW: 'Changelog',
    GITHUB_SERVER_URL: 'https://github.com',
    ...job.env,
  };
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.if && value(step.if, contexts) !== 'true') continue;
    const outputs = file(`output-${index}`);
    await writeFile(outputs, '');
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [
      name,
      filled(text, contexts),
    ]);
    const env = { ...runner, GITHUB_OUTPUT: outputs, ...Object.fromEntries(own) };
    const ended = await runStep(step, { ...job, env });
    result.ran.push(step.name ?? '');
    result.output += ended.output;
    result.code = ended.code;
    if (step.id) steps[step.id] = { outputs: pairsIn(await readFile(outputs, 'utf8')) };
    if (ended.code !== 0) break;
  }
  return { ...result, summary: await readFile(file('summary.md'), 'utf8') };
}

/** Runs a script as GitHub documents it for `shell: bash`. */
async function runStep(step: Step, { cwd, env }: Pick<Job, 'cwd' | 'env'>) {
  const flags = ['--noprofile', '--norc', '-eo', 'pipefail'];
  const child = spawn('bash', [...flags, '-c', step.run ?? ''], { cwd, env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code: Number(code), output };
}

/** Replaces the expressions in a text by their values. */
function filled(text: string, contexts: object): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression) => value(expression, contexts));
}

/** Evaluates the subset of GitHub's expression language that the action uses. */
function value(expression: string, contexts: object): string {
  const sides = expression.split(' || ');
  if (sides.length > 1) return String(sides.some((side) => value(side, contexts) === 'true'));
  const [, left = '', sign, right = ''] = expression.match(/^(\S+) ([!=]=) (\S+)$/) ?? [];
  if (sign) return String((value(left, contexts) === value(right, contexts)) === (sign === '=='));
  if (expression.startsWith("'")) return expression.slice(1, -1);
  const found = expression
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], contexts);
  return String(found ?? '');
}

function pairsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, is]) => [name, is]));
}
