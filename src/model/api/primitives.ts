import { z } from 'zod';
import { limits } from '../limits.ts';

/** An opaque identifier (docs/api.md, "Resources"). */
export const Id = z.string().min(1);

/** The API's slug pattern: lower-case words of letters and digits, joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const Slug = z
  .string()
  .min(limits.slug.min)
  .max(limits.slug.max)
  .regex(slugPattern, 'expected lower-case letters, digits and single hyphens, such as "v2-1-0"');

/**
 * An ISO 8601 date-time with its zone, such as `2026-03-01T09:00:00.000Z`. Its year has four digits
 * in UTC too: times are compared as text, and `9999-12-31T23:59:59-12:00` is the year 10000 there.
 */
export const DateTime = z.iso
  .datetime({ offset: true })
  .refine(isInFourDigitYear, { error: 'expected a date-time in the years 0001 to 9999, in UTC' });

function isInFourDigitYear(time: string): boolean {
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

export const Uri = z.url();

/** A title or a name that readers can see, and click on. */
export const Visible = z.string().refine(isVisible, { error: 'there is nothing to see in it' });

/** Whether a text is more than white space and characters without a shape of their own. */
export function isVisible(text: string): boolean {
  return text.replace(invisibleStart, '') !== '';
}

/** What a text begins with that nobody can see. */
export const invisibleStart =
  /^[\s\p{Control}\p{Format}\p{Surrogate}\p{Default_Ignorable_Code_Point}\ufffe\uffff]+/u;

/** An address that a browser may load: `javascript:` and `data:` are none. */
export const WebAddress = z.url({
  protocol: /^https?$/,
  error: 'expected an address with http: or https:',
});

/**
 * An array of no more than so many items. They are counted before any of them is looked at: what is
 * wrong with each of a million takes seconds to say.
 */
export function listOf<T extends z.ZodType>(item: T, most: number) {
  const error = `expected at most ${most} items`;
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || value.length <= most) return value;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    },
    // Said again, as the documentation is made from this.
    z.array(item).max(most, { error }),
  );
}
