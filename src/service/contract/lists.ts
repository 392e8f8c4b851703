import { z } from 'zod';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { limits } from '../../model/limits.ts';
import { IncomingWebhookType } from './resources.ts';

/** A query parameter that must be a whole number within bounds, written in digits only. */
function wholeNumber(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
    z.int({ error }).min(min, { error }).max(max, { error }),
  );
}

/** A query parameter that must be `true` or `false`. */
const truth = z.preprocess(
  (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  z.boolean({ error: 'expected true or false' }),
);

/**
 * A query parameter with ids joined by commas: at least one, and at most `limits.items.filter`
 * different ids.
 */
const idList = z.preprocess(
  (text) => (typeof text === 'string' ? [...new Set(text.split(',').filter(Boolean))] : text),
  z
    .array(z.string())
    .min(1, { error: 'expected ids joined by commas' })
    .max(limits.items.filter, { error: `expected at most ${limits.items.filter} ids` }),
);

/**
 * A query parameter with an upper bound for a time (RFC 3339), converted to the form in which times
 * are stored. Stored times have milliseconds, so a bound with smaller fractions is rounded up to
 * keep the comparison exact. Undefined if all times that can be stored are earlier.
 */
const instantBefore = z.preprocess((text, context) => {
  const time = DateTime.safeParse(text);
  if (time.success || text === undefined) return time.data && nextMillisecond(time.data);
  const message =
    'expected a date-time with its zone, such as 2026-03-01T09:00:00Z; write + as %2B';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}, DateTime.optional());

function nextMillisecond(time: string): string | undefined {
  const isBetween = /\.\d{3}\d*[1-9]/.test(time);
  const instant = new Date(Date.parse(time) + (isBetween ? 1 : 0));
  return instant.getUTCFullYear() > 9999 ? undefined : toIsoUtc(instant);
}

/** Parameters of every list (docs/api.md, "Limits"). */
const paging = {
  offset: wholeNumber(0, limits.offset).default(0),
  limit: wholeNumber(1, limits.limit).default(limits.defaultLimit),
};

/** The parsed parameters of a list, all optional. Without `limit`, the whole list is returned. */
type Filters<T extends z.ZodType> = Partial<z.output<T>>;

export const ListContributors = z.object(paging);
export type PageQuery = Filters<typeof ListContributors>;

export const ListProjects = z.object({ ...paging, slug: z.string().optional() });
export type ListProjects = Filters<typeof ListProjects>;

/**
 * Parameters of the list of releases. A release must match all filters. For `label_ids`, one of the
 * labels is enough.
 */
export const ListReleases = z.object({
  ...paging,
  slug: z.string().optional(),
  is_public: truth.optional(),
  status: z.enum(['DRAFT', 'RELEASED']).optional(),
  project_id: z.string().optional(),
  label_ids: idList.optional(),
  created_before: instantBefore.optional(),
});
export type ListReleases = Filters<typeof ListReleases>;

export const ListMilestones = z.object({
  ...paging,
  slug: z.string().optional(),
  is_public: truth.optional(),
  status: z.string().optional(),
  project_id: z.string().optional(),
  created_before: instantBefore.optional(),
});
export type ListMilestones = Filters<typeof ListMilestones>;

/** Parameters of the list of subscribers. For `list_ids`, being on one of the lists is enough. */
export const ListSubscribers = z.object({ ...paging, list_ids: idList.optional() });
export type ListSubscribers = Filters<typeof ListSubscribers>;

export const ListIncomingWebhooks = z.object({ ...paging, type: IncomingWebhookType.optional() });
export type ListIncomingWebhooks = Filters<typeof ListIncomingWebhooks>;
