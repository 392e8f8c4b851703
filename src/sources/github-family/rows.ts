import { z } from 'zod';
import { DateTime } from '../../model/api/primitives.ts';
import { allIssuesTitle } from '../../model/content/code-changes.ts';
import type { ForgeRepository } from '../forge/forge.ts';
import { WebPage } from '../forge/forge-release.ts';
import type { GitHubLike } from './github-like.ts';

// The fields that Waymark uses of a forge's answers (GitHub's REST API 2022-11-28; Forgejo's API v1).

const Identified = z
  .object({
    id: z.int().optional().catch(undefined),
    number: z.int().optional().catch(undefined),
    html_url: z.string().optional().catch(undefined),
    tag_name: z.string().optional().catch(undefined),
    draft: z.boolean().default(false).catch(true),
  })
  .catch({ draft: true });

/** Reads what identifies a row of any list. A row without an id gives undefined for it. */
export function identify(row: unknown) {
  const { id, number, html_url: page, tag_name: tag, draft } = Identified.parse(row);
  return { id: id?.toString(), number: number?.toString(), tag, isDraft: draft, page };
}

// The owner's visibility and `internal` are Forgejo's: only people who signed in see the repository.
const Repository = z.object({
  id: z.int(),
  name: z.string(),
  private: z.boolean(),
  html_url: WebPage.optional().catch(undefined),
  internal: z.boolean().default(false),
  owner: z.object({ visibility: z.string().default('public') }).nullish(),
});

/** Undefined if the answer is invalid. */
export function parseRepository(value: unknown): ForgeRepository | undefined {
  const { data } = Repository.safeParse(value);
  if (!data) return undefined;
  const { id, name, html_url: page, internal, owner } = data;
  const isHidden = internal || (owner?.visibility ?? 'public') !== 'public';
  return { id: String(id), name, private: data.private || isHidden, page };
}

/** A row with a title that can be closed. */
export const Closable = z.object({
  title: z.string(),
  state: z.enum(['open', 'closed']),
  created_at: DateTime,
  updated_at: DateTime.nullish(),
  closed_at: DateTime.nullish(),
});

// Only people who may write to a repository create milestones, so their author is not checked.
const Milestone = Closable.extend({
  description: z.string().nullish(),
  open_issues: z.int().nonnegative(),
  closed_issues: z.int().nonnegative(),
  due_on: DateTime.nullish().catch(null),
});

/**
 * Reads a milestone of a roadmap.
 * @param page address of the repository's page
 * @throws ZodError if the row is invalid
 */
export function readMilestone(row: unknown, { milestones }: GitHubLike, page: string | undefined) {
  const { key, dayOf } = milestones;
  const data = Milestone.parse(row);
  const [done, total] = [data.closed_issues, data.open_issues + data.closed_issues];
  return {
    title: data.title,
    body: data.description ?? '',
    stage: stageOf(data),
    ...(total > 0 && { progress: { done, total } }),
    target_on: data.due_on ? dayOf(data.due_on) : undefined,
    created_at: data.created_at,
    updated_at: data.updated_at ?? data.created_at,
    ended_at: endOf(data),
    labels: [],
    link: page
      ? { title: allIssuesTitle, url: `${page}/milestone/${identify(row)[key]}` }
      : undefined,
  };
}

function stageOf({ state, closed_issues: done }: z.infer<typeof Milestone>) {
  if (state === 'closed') return 'COMPLETED';
  return done > 0 ? 'IN_PROGRESS' : 'PLANNED';
}

/** When a row was closed; undefined if it is open. */
export function endOf(row: z.infer<typeof Closable>): string | undefined {
  return row.state === 'closed' ? (row.closed_at ?? row.updated_at ?? row.created_at) : undefined;
}
