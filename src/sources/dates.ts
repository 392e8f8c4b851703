import { isDay, noonOf } from '../lib/time/days.ts';

/**
 * Fields of rows with a date. For example, `released_at` is the moment of a release, and
 * `released_on` is its day if the source gives no time. The moment is then noon in the time zone.
 */
const datedFields = ['released', 'started', 'ended', 'created', 'updated'] as const;

type DatedField = (typeof datedFields)[number];

/** @param written a date-time or a day */
export function dateFields(
  name: DatedField,
  written: string | undefined,
  timeZone: string,
): Record<string, string | null> {
  if (written === undefined || !isDay(written)) return { [`${name}_at`]: written ?? null };
  return { [`${name}_at`]: noonOf(written, timeZone).toISOString(), [`${name}_on`]: written };
}

/** The fields of a row whose moments are written as days, with moments. */
export function datesOfDays(row: object, timeZone: string): Record<string, string | null> {
  const fields = row as Record<string, unknown>;
  const all = datedFields.map((name) => [name, fields[`${name}_at`]] as const);
  const days = all.filter((one): one is [DatedField, string] => isDay(String(one[1])));
  return Object.assign({}, ...days.map(([name, day]) => dateFields(name, day, timeZone)));
}
