import { z } from 'zod';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { limits } from '../../model/limits.ts';
import { detailsOf } from './details.ts';

/** A whole number within bounds, written in digits only. */
function wholeNumber(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
    z.int({ error }).min(min, { error }).max(max, { error }),
  );
}

/** `true` or `false`. */
export const truth = z.preprocess(
  (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  z.boolean({ error: 'expected true or false' }),
);

/** Distinct ids joined by commas: at least one, up to a maximum. */
export const idList = z.preprocess(
  (text) => (typeof text === 'string' ? [...new Set(text.split(',').filter(Boolean))] : text),
  z
    .array(z.string())
    .min(1, { error: 'expected ids joined by commas' })
    .max(limits.items.filter, { error: `expected at most ${limits.items.filter} ids` }),
);

/**
 * An upper bound in time (RFC 3339), in stored form. Stored times have milliseconds, so fractions
 * are rounded up to keep the comparison exact. Undefined beyond the last time that can be stored.
 */
export const instantBefore = z.preprocess((text, context) => {
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
export const paging = {
  offset: wholeNumber(0, limits.offset).default(0),
  limit: wholeNumber(1, limits.limit).default(limits.defaultLimit),
};

export type ParsedQuery<T> =
  | { kind: 'parsed'; query: T }
  | { kind: 'invalid'; details: Record<string, string> };

/** Reads the parameters that a schema names; others are ignored. */
export function parseQuery<T extends z.ZodObject>(
  schema: T,
  search: string,
): ParsedQuery<z.output<T>> {
  const values = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const [name, value] of pairs(search)) {
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (value === undefined) unreadable.set(name, 'expected valid percent-encoding');
    else if (values.has(name)) unreadable.set(name, 'expected once');
    else values.set(name, value);
  }
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success && unreadable.size === 0) return { kind: 'parsed', query: parsed.data };
  const details = parsed.success ? {} : detailsOf(parsed.error);
  return { kind: 'invalid', details: { ...details, ...Object.fromEntries(unreadable) } };
}

function* pairs(search: string): Generator<[string, string | undefined]> {
  for (const pair of search.split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=');
    yield [decode(name) ?? name, decode(value.join('='))];
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
