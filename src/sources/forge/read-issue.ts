import { z } from 'zod';
import type { IssueRoadmap } from '../../config/sources-file.ts';
import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { labelOf } from '../past-rows.ts';
import type { ForgeMilestone } from './forge.ts';
import { Closable, endOf, explain, WebPage } from './rows.ts';

// The fields that Waymark uses of an issue (GitHub's REST API 2022-11-28, "List repository issues";
// Forgejo's API v1, "Issue").
const Issue = Closable.extend({
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

/** A row that the roadmap does not show. `association` is set if its author is the reason. */
interface Hidden {
  number: string;
  association: string | undefined;
}

/** Reads an issue of a roadmap. Issues of strangers, other issues and pull requests are hidden. */
export function readIssue(
  row: unknown,
  { issues, statuses, authors }: IssueRoadmap,
): ForgeMilestone | Hidden | { number: string; why: string } | undefined {
  const found = z.object({ number: z.int().positive() }).safeParse(row).data;
  if (!found) return undefined;
  const number = String(found.number);
  const { data, error } = Issue.safeParse(row);
  if (!data) return { number, why: explain(error) };
  const names = data.labels.map(({ name }) => name.toLowerCase());
  const has = (label: string) => names.includes(label.toLowerCase());
  if (data.pull_request || !has(issues)) return { number, association: undefined };
  const association = strangerOf(data, authors);
  if (association !== undefined) return { number, association };
  const own = [issues, ...Object.keys(statuses)].map((label) => label.toLowerCase());
  const [, open = 'PLANNED'] = Object.entries(statuses).find(([label]) => has(label)) ?? [];
  const closed = dropped.includes(data.state_reason ?? '') ? 'CANCELED' : 'COMPLETED';
  return {
    number,
    title: data.title,
    text: data.body ?? '',
    stage: data.state === 'closed' ? closed : open,
    createdAt: data.created_at,
    closedAt: endOf(data),
    address: data.html_url,
    labels: data.labels
      .filter(({ name }) => isVisible(name) && !own.includes(name.toLowerCase()))
      .map(({ name, color }) => ({
        ...labelOf(oneLine(name)),
        ...(color && { color: `#${color.replace('#', '')}` }),
      })),
    votes: data.reactions?.['+1'] ?? 0,
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
