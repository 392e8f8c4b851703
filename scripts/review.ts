import { appendFile, readFile } from 'node:fs/promises';
import type { FailureReport } from '../src/client/api-error.ts';
import { parseSettings } from '../src/config/settings.ts';
import { printable } from '../src/lib/text/printable.ts';
import { oneLine } from '../src/lib/text/text.ts';
import { SettingsError } from '../src/model/errors.ts';
import type { SyncReport } from '../src/sync/write/report/report.ts';
import { parseCiJob, parsePullRequest, runAddress } from '../src/tools/pull-request/ci-job.ts';
import { committedContent } from '../src/tools/pull-request/committed-content.ts';
import { contentChanges } from '../src/tools/pull-request/content-changes.ts';
import { contentSummary } from '../src/tools/pull-request/content-summary.ts';
import { planComment, planMarker } from '../src/tools/pull-request/plan-comment.ts';
import { putComment } from '../src/tools/pull-request/put-comment.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const command = commandNamed('review').description(
    'Shows in a pull request what the pull request would publish (GitHub Actions).',
  );
  command
    .command('comment <report>')
    .description(
      'post the output of sync --dry-run --json as a comment, or update the earlier comment',
    )
    .action((report) => orWarn(() => comment(report)));
  command
    .command('content')
    .description('add the changes to the content folder to the job’s summary')
    .action(() => orWarn(content));
  await command.parseAsync();
});

async function comment(reportFile: string): Promise<string> {
  const job = parseCiJob(process.env);
  const { number } = parsePullRequest(await readFile(job.GITHUB_EVENT_PATH, 'utf8'));
  const token = process.env.GITHUB_TOKEN;
  if (!token)
    throw new SettingsError('GITHUB_TOKEN is missing. Set it to a token that may write comments.');
  const { SITE_URL, BASE_PATH } = parseSettings(process.env, ['SITE_URL', 'BASE_PATH']);
  const marker = planMarker(job.GITHUB_WORKFLOW, SITE_URL, BASE_PATH);
  const result = await putComment({
    api: job.GITHUB_API_URL,
    graphql: job.GITHUB_GRAPHQL_URL,
    repository: job.GITHUB_REPOSITORY,
    token,
    number,
    marker,
    body: planComment(await readReport(reportFile), { marker, run: runAddress(job) }),
    fetch: globalThis.fetch,
  });
  return `The comment on #${number} was ${result}.`;
}

async function content(): Promise<string> {
  const job = parseCiJob(process.env);
  const pull = parsePullRequest(await readFile(job.GITHUB_EVENT_PATH, 'utf8'));
  const { CONTENT_DIR } = parseSettings(process.env, ['CONTENT_DIR']);
  const { before, after, others } = await committedContent(CONTENT_DIR, pull);
  const summary = contentSummary(CONTENT_DIR, contentChanges(before, after), others);
  await appendFile(job.GITHUB_STEP_SUMMARY, summary);
  return 'The job’s summary says what the pull request changes.';
}

/**
 * Reads the report that sync printed in the previous step. The file is empty if sync could not
 * start.
 */
async function readReport(file: string): Promise<SyncReport | FailureReport> {
  const text = await readFile(file, 'utf8');
  return text.trim() === '' ? { error: { message: 'nothing' } } : JSON.parse(text);
}

/** A failed comment must not fail the job, so it becomes a warning. */
async function orWarn(tell: () => Promise<string>): Promise<void> {
  try {
    console.log(await tell());
  } catch (error) {
    const why = oneLine(printable(error instanceof Error ? error.message : String(error)));
    // Syntax: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
    console.log(`::warning::The pull request was not updated: ${why.replaceAll('%', '%25')}`);
  }
}
