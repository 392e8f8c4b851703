import type { SiteFrame } from '../../site/base/context.ts';
import { dayOf } from '../../site/base/dates.ts';

// Weeks from Monday to Sunday in the site's time zone, named by their Monday ("2026-06-01").

type Site = Pick<SiteFrame, 'config'>;

const dayMs = 24 * 60 * 60 * 1000;

/** The time at which a week ends in the site's time zone (RFC 3339 in UTC). */
export function endOfWeek(week: string, site: Site): string {
  const next = toDay(Date.parse(week) + 7 * dayMs);
  // Every time zone's offset from UTC is a multiple of 15 minutes, between -12 and +14 hours.
  const quarterMs = 15 * 60 * 1000;
  let time = Date.parse(next) - 15 * 4 * quarterMs;
  while (dayOf(new Date(time).toISOString(), site) < next) time += quarterMs;
  return new Date(time).toISOString();
}

export function weekName(week: string, { config }: Site): string {
  const monday = Date.parse(week);
  const format = new Intl.DateTimeFormat(config.locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(monday, monday + 6 * dayMs);
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
