import { z } from 'zod';
import { isTimeZone } from '../lib/time/days.ts';

export const defaultTimeZone = 'UTC';

const error = 'expected a time zone such as "Europe/Berlin" or "UTC"';

/** A time zone, which both `site.config.ts` and `sources.yaml` have. */
export const TimeZone = z.string({ error }).refine(isTimeZone, { error }).default(defaultTimeZone);
