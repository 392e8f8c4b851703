import { z } from 'zod';
import { DateTime } from '../../model/api/primitives.ts';
import type { Forge } from '../forge/forge.ts';
import { explain } from './convert-github.ts';

const Numbered = z.object({ number: z.int().positive() });

// The fields that Waymark uses (REST API 2022-11-28, "List milestones"). Only people who may write
// to a repository create milestones, so their author is not checked.
const Milestone = Numbered.extend({
  title: z.string(),
  description: z.string().nullish(),
  html_url: z.url({ protocol: /^https?$/ }),
  state: z.enum(['open', 'closed']),
  open_issues: z.int().nonnegative(),
  closed_issues: z.int().nonnegative(),
  created_at: DateTime,
  updated_at: DateTime,
  closed_at: DateTime.nullish(),
  due_on: DateTime.nullish().catch(null),
});

export const readMilestone: Forge['readMilestone'] = (row) => {
  const { data: numbered } = Numbered.safeParse(row);
  if (!numbered) return undefined;
  const number = String(numbered.number);
  const { data, error } = Milestone.safeParse(row);
  if (!data) return { number, why: explain(error) };
  return {
    number,
    page: data.html_url,
    title: data.title,
    text: data.description ?? '',
    isClosed: data.state === 'closed',
    progress: { done: data.closed_issues, total: data.open_issues + data.closed_issues },
    // GitHub stores midnight of the day in its own zone: 07:00 or 08:00 UTC.
    targetOn: data.due_on ? new Date(data.due_on).toISOString().slice(0, 10) : undefined,
    createdAt: data.created_at,
    updatedAt: data.updated_at,
    closedAt: data.closed_at ?? undefined,
  };
};
