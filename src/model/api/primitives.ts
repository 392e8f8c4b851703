import { z } from 'zod';
import { limits } from '../limits.ts';

/** An opaque identifier (docs/api.md, "Resources"). */
export const Id = z.string().min(1);

/**
 * The API's pattern for slugs: words of lower-case letters and digits, joined by single hyphens.
 */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const Slug = z
  .string()
  .min(limits.slug.min)
  .max(limits.slug.max)
  .regex(slugPattern, 'expected lower-case letters, digits and single hyphens, such as "v2-1-0"');

/**
 * An ISO 8601 date-time with a time zone, such as `2026-03-01T09:00:00.000Z`. Its year must have
 * four digits after conversion to UTC, because times are compared as text.
 * `9999-12-31T23:59:59-12:00` is refused, because it is in the year 10000 in UTC.
 */
export const DateTime = z.iso
  .datetime({ offset: true })
  .refine(isInFourDigitYear, { error: 'expected a date-time in the years 0001 to 9999, in UTC' });

function isInFourDigitYear(time: string): boolean {
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

export const Uri = z.url();

/** A title or name, which must contain visible characters. */
export const Visible = z.string().refine(isVisible, { error: 'it has no visible characters' });

/** Whether a text contains more than white space and invisible characters. */
export function isVisible(text: string): boolean {
  return text.replace(invisibleStart, '') !== '';
}

/** Matches invisible characters at the start of a text. */
export const invisibleStart =
  /^[\s\p{Control}\p{Format}\p{Surrogate}\p{Default_Ignorable_Code_Point}\ufffe\uffff]+/u;

/** A web address that is safe to link to, so not `javascript:` or `data:`. */
export const WebAddress = z.url({
  protocol: /^https?$/,
  error: 'expected an address with http: or https:',
});

/**
 * An array with a maximum length. The length is checked before the items, because reporting the
 * problems of a million items would take seconds.
 */
export function listOf<T extends z.ZodType>(item: T, max: number) {
  const error = `expected at most ${max} items`;
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || value.length <= max) return value;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    },
    // The maximum is repeated here, because the documentation is generated from this schema.
    z.array(item).max(max, { error }),
  );
}
