// The scale of the timeline. Also runs in browsers.

/**
 * The position of a day's start, in quarters since the year 0: 8104.5 is the middle of Q1 2026.
 * Quarters have the same width, whatever their number of days.
 * @param day such as "2026-02-15" @param more days to add
 */
export function quarterAt(day: string, more = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  // Any year with the same leap days: `Date.UTC` has an end, and two-digit years mean others.
  const time = (ofMonth: number, ofDay: number) => Date.UTC(2000 + (year % 400), ofMonth, ofDay);
  const [start, end] = [time(3 * quarter, 1), time(3 * quarter + 3, 1)];
  return 4 * year + quarter + (time(month - 1, date + more) - start) / (end - start);
}
