import { isDay, noonOf } from '../lib/time/days.ts';

const dated = ['released', 'started', 'ended', 'created', 'updated'].map((name) => `${name}_at`);

/**
 * The fields of a row with a date, each of which is written as a date-time or as a day. The moment
 * of a day, such as `released_at`, is noon in the time zone, and `released_on` is the day.
 */
export function datesOf(row: object, timeZone: string): Record<string, string> {
  const written = Object.entries(row).filter(([name]) => dated.includes(name));
  const days = written.filter(([, date]) => isDay(String(date)));
  const fields = days.flatMap(([name, day]) => [
    [name, noonOf(day, timeZone).toISOString()],
    [name.replace(/at$/, 'on'), day],
  ]);
  return Object.fromEntries([...written, ...fields]);
}
