import { ApiError } from '../../client/api-error.ts';
import type { Exchange } from '../../client/exchange.ts';
import { serverMessage } from '../../client/failure.ts';
import { findLimitEnd, formatMoment } from './rate-limit.ts';

interface Failed {
  url: URL;
  result: Exchange;
  attempts: number;
  /** The token, which is removed from the error even if GitHub repeats it. */
  token: string | undefined;
  now: Date;
}

/** Creates the error for a failed request to GitHub that is not tried again. */
export function createGitHubError({ url, result, attempts, token, now }: Failed): ApiError {
  const request = { method: 'GET', url: url.href, attempts };
  if (result.kind === 'network') {
    const next = 'Check that GitHub can be reached from this machine.';
    return new ApiError(request, result.why, next, { cause: result.cause });
  }
  if (result.kind === 'too-large') return createUnusableError(url, 'the answer is too large');
  const { answer } = result;
  const { status } = answer;
  const end = findLimitEnd(answer, now);
  if (end !== undefined)
    return new ApiError(
      { ...request, status },
      `GitHub's rate limit is used up and resets ${formatMoment(end, now)}`,
      `Run this again after that time: pages already read are cached.${token === undefined ? ' With a token in GITHUB_TOKEN the limit is higher.' : ''}`,
    );
  return new ApiError(
    { ...request, status },
    `status ${status}${serverMessage(answer.body, 'message', token)}`,
    advice(status, token !== undefined),
  );
}

/** Creates the error for an invalid answer, which cannot be from GitHub's API. */
export function createUnusableError(url: URL, what: string, options?: ErrorOptions): ApiError {
  return new ApiError(
    { method: 'GET', url: url.href, attempts: 1 },
    what,
    'Check GITHUB_API_URL: it must be the API of GitHub, such as https://api.github.com.',
    options,
  );
}

function advice(status: number, hasToken: boolean): string {
  if (status === 401) return 'Check GITHUB_TOKEN: it is invalid or has expired.';
  if (status >= 500) return 'GitHub has a problem. Run this again later.';
  if (status !== 403 && status !== 404) return 'Check GITHUB_API_URL.';
  return hasToken
    ? 'Check the name of the repository, and that GITHUB_TOKEN may read it.'
    : 'Check the name of the repository; a private repository needs a token in GITHUB_TOKEN.';
}
