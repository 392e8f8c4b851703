import { z } from 'zod';
import { SettingsError } from '../../model/errors.ts';

/**
 * Variables that GitHub sets in a job
 * (https://docs.github.com/actions/reference/workflows-and-actions/variables).
 */
const CiJob = z.object({
  GITHUB_API_URL: z.url(),
  GITHUB_GRAPHQL_URL: z.url(),
  GITHUB_SERVER_URL: z.url(),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  GITHUB_RUN_ID: z.string().regex(/^\d+$/),
  GITHUB_WORKFLOW: z.string(),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_STEP_SUMMARY: z.string().min(1),
});
export type CiJob = z.infer<typeof CiJob>;

const Sha = z.string().regex(/^[\da-f]{40,64}$/);

const PullRequestEvent = z.object({
  pull_request: z.object({
    number: z.int().positive(),
    base: z.object({ sha: Sha }),
    head: z.object({ sha: Sha }),
  }),
});

/** The fields of a GitHub `pull_request` event that are used here. */
export type PullRequest = z.infer<typeof PullRequestEvent>['pull_request'];

/** @throws SettingsError that names the missing variables, for example outside GitHub Actions */
export function parseCiJob(env: Readonly<Record<string, string | undefined>>): CiJob {
  const parsed = CiJob.safeParse(env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.'));
  throw new SettingsError(
    `This command needs a job of GitHub Actions, which sets ${names.join(', ')}.`,
  );
}

/**
 * The pull request for which a job runs.
 * @param text the job's event, as JSON
 * @throws SettingsError if the event is not about a pull request
 */
export function parsePullRequest(text: string): PullRequest {
  const parsed = PullRequestEvent.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data.pull_request;
  throw new SettingsError(
    'This job does not run for a pull request: its workflow was started by another event.',
  );
}

/** Address of the page that shows the job's run. */
export function runAddress(job: CiJob): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = job;
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}
