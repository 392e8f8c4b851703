import { z } from 'zod';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { limits } from '../../model/limits.ts';
import { IncomingWebhookType } from './resources.ts';

/** A whole number within bounds, written in digits only. */
function wholeNumber(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
    z.int({ error }).min(min, { error }).max(max, { error }),
  );
}

/** `true` or `false`. */
const truth = z.preprocess(
  (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  z.boolean({ error: 'expected true or false' }),
);

/** Distinct ids joined by commas: at least one, up to a maximum. */
const idList = z.preprocess(
  (text) => (typeof text === 'string' ? [...new Set(text.split(',').filter(Boolean))] : text),
  z
    .array(z.string())
    .min(1, { error: 'expected ids joined by commas' })
    .max(limits.items.filter, { error: `expected at most ${limits.items.filter} ids` }),
);

/**
 * An upper bound for a time (RFC 3339), in the form in which times are stored. Stored times have
 * milliseconds, so smaller fractions are rounded up to keep the comparison exact. Undefined if the
 * bound is later than any time that can be stored.
 */
const instantBefore = z.preprocess((text, context) => {
  const time = DateTime.safeParse(text);
  if (time.success || text === undefined) return time.data && nextMillisecond(time.data);
  const message =
    'expected a date-time with its zone, such as 2026-03-01T09:00:00Z; a + is sent as %2B';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}, DateTime.optional());

function nextMillisecond(time: string): string | undefined {
  const isBetween = /\.\d{3}\d*[1-9]/.test(time);
  const instant = new Date(Date.parse(time) + (isBetween ? 1 : 0));
  return instant.getUTCFullYear() > 9999 ? undefined : toIsoUtc(instant);
}

/** docs/api.md, "Limits": parameters of every list. */
const paging = {
  offset: wholeNumber(0, limits.offset).default(0),
  limit: wholeNumber(1, limits.limit).default(limits.defaultLimit),
};

/** The filters of a list as handlers use them. Without `limit`, the whole list is returned. */
type Filters<T extends z.ZodType> = Partial<z.output<T>>;

export const ListContributors = z.object(paging);
export type PageQuery = Filters<typeof ListContributors>;

export const ListProjects = z.object({ ...paging, slug: z.string().optional() });
export type ListProjects = Filters<typeof ListProjects>;

/** A release must match all filters. It matches the filter by labels if it has any of them. */
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

/** A subscriber matches if they are on any of the lists. */
export const ListSubscribers = z.object({ ...paging, list_ids: idList.optional() });
export type ListSubscribers = Filters<typeof ListSubscribers>;

export const ListIncomingWebhooks = z.object({ ...paging, type: IncomingWebhookType.optional() });
export type ListIncomingWebhooks = Filters<typeof ListIncomingWebhooks>;
