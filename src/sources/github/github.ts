import { z } from 'zod';
import type { Forge } from '../forge/forge.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { repositoryOfPage } from '../markdown/repository-links.ts';
import { convertGitHub, explain } from './convert-github.ts';
import { readMilestone } from './read-milestone.ts';
import { resolveAddresses } from './resolve-addresses.ts';
import { GitHubRelease } from './rows.ts';

const Identified = z.object({
  id: z.int().optional().catch(undefined),
  html_url: z.string().optional().catch(undefined),
  tag_name: z.string().optional().catch(undefined),
  draft: z.boolean().default(false).catch(true),
});
const Repository = z.object({ id: z.int(), name: z.string(), private: z.boolean() });

/** GitHub's REST API, version 2022-11-28: "List releases", "Rate limits". */
export const gitHub: Forge = {
  name: 'GitHub',
  prefix: 'github',
  settings: {
    token: 'GITHUB_TOKEN',
    address: 'GITHUB_API_URL',
    example: 'https://api.github.com',
  },
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  rateLimit: {
    remaining: 'x-ratelimit-remaining',
    reset: 'x-ratelimit-reset',
    secondary: /secondary rate limit/i,
  },
  // Without a token, GitHub allows 60 requests in an hour.
  maxWithoutToken: 40,
  paths: {
    repository: (repository) => `repos/${repository}`,
    releases: (repository) => `repos/${repository}/releases?per_page=100`,
    release: (repository, id) => `repos/${repository}/releases/${encodeURIComponent(id)}`,
    milestones: (repository) => `repos/${repository}/milestones?state=all&per_page=100`,
    milestone: (repository, number) => `repos/${repository}/milestones/${number}`,
  },
  parseRepository: (value) => {
    const { data } = Repository.safeParse(value);
    return data && { ...data, id: String(data.id) };
  },
  identify: (row) => {
    const {
      id,
      html_url: page,
      tag_name: tag,
      draft = true,
    } = Identified.safeParse(row).data ?? {};
    return { id: id?.toString(), tag, isDraft: draft, page };
  },
  withId: (row, id) => ({ ...(row as object), id: Number(id) }),
  whyInvalid: (row) => {
    const { error } = GitHubRelease.safeParse(row);
    return error && explain(error);
  },
  convert: convertGitHub,
  readMilestone,
  renderText: (markdown, page, sanitise) => {
    const repository = repositoryOfPage(page);
    const { html, notes } = renderMarkdown(markdown, { breaksLines: true, repository });
    const body = sanitise(html, (what) => notes.push({ what })).trim();
    if (!repository) return { html: body, notes };
    return { html: resolveAddresses({ body, changes: [] }, repository, 'HEAD').body, notes };
  },
};
