import { hostPrefix } from '../forge/forge.ts';
import type { GitHubLike } from '../github-family/github-like.ts';
import { type ForgeLinks, referencePattern } from '../markdown/repository-links.ts';

/**
 * The API v1 of Forgejo, Codeberg and Gitea ("API usage", and the schema `swagger.v1.json` of each
 * instance).
 * @param address address of the instance, such as `https://codeberg.org`
 * @param token name of the setting with the token
 */
export function forgejoAt(address: string, token: string): GitHubLike {
  return {
    name: 'Forgejo',
    prefix: hostPrefix('forgejo', address),
    settings: {
      token,
      address: 'the address in sources.yaml',
      expected:
        'the page of a repository on Forgejo or Gitea, such as https://codeberg.org/acme/board; an instance below a path needs "url"',
    },
    authorize: (token) => ({ authorization: `token ${token}` }),
    headers: { accept: 'application/json' },
    // Instances have no limit of their own, but the servers before them may have one.
    rateLimit: { remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset' },
    largestPages: 'limit=50',
    onlyIssues: 'type=issues&',
    total: 'x-total-count',
    links,
    // The time is the end of the day in the zone of the instance. The year 9999 means no date.
    milestones: { key: 'id', dayOf: (due) => (due < '9999' ? due.slice(0, 10) : undefined) },
  };
}

const links: ForgeLinks = {
  // `!12` is a pull request.
  reference: referencePattern('[#!]', '(?!\\[bot\\])'),
  address:
    /^\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:(?:issues|pulls)\/(\d{1,10})(#[\w-]{1,100})?|commit\/([\da-f]{7,40})|compare\/([\da-f]{7,40}\.{2,3}[\da-f]{7,40}))$/,
  hashLength: 10,
  files: {
    ...{ page: 'src', tag: 'tag/', head: 'branch/HEAD' },
    uploads: /^\/?attachments\/[\da-f-]{36}$/i,
  },
};
