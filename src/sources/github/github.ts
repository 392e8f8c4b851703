import type { Settings } from '../../config/settings.ts';
import type { GitHubLike } from '../github-family/github-like.ts';

/** GitHub's REST API, version 2022-11-28: "List releases", "List milestones", "Rate limits". */
export const gitHub: GitHubLike = {
  name: 'GitHub',
  prefix: 'github',
  settings: {
    token: 'GITHUB_TOKEN',
    address: 'GITHUB_API_URL',
    expected: 'the API of GitHub, such as https://api.github.com',
  },
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  rateLimit: {
    remaining: 'x-ratelimit-remaining',
    reset: 'x-ratelimit-reset',
    secondary: /secondary rate limit/i,
  },
  largestPages: 'per_page=100',
  // GitHub stores midnight of the day in its own zone: 07:00 or 08:00 UTC.
  milestones: { key: 'number', dayOf: (dueOn) => new Date(dueOn).toISOString().slice(0, 10) },
};

/** The forge of a source on GitHub, the name of its repository and its token. */
export function openGitHub(
  repository: string,
  { GITHUB_API_URL: baseUrl, GITHUB_TOKEN: token }: Settings<'GITHUB_API_URL' | 'GITHUB_TOKEN'>,
) {
  return { forge: gitHub, repository, baseUrl, token };
}
