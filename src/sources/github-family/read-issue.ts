import { z } from 'zod';
import type { IssueRoadmap } from '../../config/sources-file.ts';
import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { WebPage } from '../forge/forge-release.ts';
import { labelOf } from '../past-rows.ts';
import { Closable, endOf } from './rows.ts';

// The fields that Waymark uses of an issue (GitHub's REST API 2022-11-28, "List repository issues";
// Forgejo's API v1, "Issue").
const Issue = Closable.extend({
  number: z.int(),
  body: z.string().nullish(),
  html_url: WebPage,
  state_reason: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  original_author: z.string().nullish(),
  author_association: z.string().default('unknown'),
  labels: z.array(z.object({ name: z.string(), color: z.string().nullish() })).default([]),
  reactions: z.object({ '+1': z.int().nonnegative() }).nullish(),
  pull_request: z.unknown().optional(),
});

/**
 * Reads an issue of a roadmap. Pull requests and issues without its label give undefined, those of
 * strangers the association of their author.
 * @throws ZodError if the row is invalid
 */
export function readIssue(row: unknown, { issues, statuses, authors }: IssueRoadmap) {
  const data = Issue.parse(row);
  const names = data.labels.map(({ name }) => name.toLowerCase());
  const has = (label: string) => names.includes(label.toLowerCase());
  if (data.pull_request || !has(issues)) return undefined;
  const association = strangerOf(data, authors);
  if (association !== undefined) return association;
  const own = [issues, ...Object.keys(statuses)].map((label) => label.toLowerCase());
  const [, open = 'PLANNED'] = Object.entries(statuses).find(([label]) => has(label)) ?? [];
  const closed = dropped.includes(data.state_reason ?? '') ? 'CANCELED' : 'COMPLETED';
  return {
    title: data.title,
    body: data.body ?? '',
    stage: data.state === 'closed' ? closed : open,
    // Without the time of the last update, because every comment changes it.
    created_at: data.created_at,
    ended_at: endOf(data),
    link: { title: `#${data.number}`, url: data.html_url },
    labels: data.labels
      .filter(({ name }) => isVisible(name) && !own.includes(name.toLowerCase()))
      .map(({ name, color }) => ({
        ...labelOf(oneLine(name)),
        ...(color && { color: `#${color.replace('#', '')}` }),
      })),
    upvote_count: data.reactions?.['+1'] ?? 0,
  };
}

/** The association of an author whose issues are not shown. */
function strangerOf(
  { user, original_author, author_association: association }: z.infer<typeof Issue>,
  authors: IssueRoadmap['authors'],
): string | undefined {
  if (authors === 'all') return undefined;
  // The user of an issue that was migrated from another host is the one who migrated it.
  if (original_author) return 'migrated';
  const login = user?.login.toLowerCase();
  const isNamed = authors.some((name) => name.toLowerCase() === login);
  return isNamed || members.includes(association) ? undefined : association;
}

const members = ['OWNER', 'MEMBER', 'COLLABORATOR'];
const dropped = ['not_planned', 'duplicate'];
