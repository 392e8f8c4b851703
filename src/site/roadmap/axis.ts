// Converts dates to positions on the timeline. Also runs in browsers.

/**
 * The position of the start of a day, in quarters of a year since the year 0. For example, 8104.5
 * is the middle of Q1 2026. All quarters have the same width, even if they have different numbers
 * of days.
 * @param day a date such as "2026-02-15"
 * @param more number of days to add
 */
export function quarterAt(day: string, more = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  // Uses the year from 2000 to 2399 that has the same calendar, because `Date.UTC` has a maximum
  // year and reads years below 100 as 19xx.
  const time = (ofMonth: number, ofDay: number) => Date.UTC(2000 + (year % 400), ofMonth, ofDay);
  const [start, end] = [time(3 * quarter, 1), time(3 * quarter + 3, 1)];
  return 4 * year + quarter + (time(month - 1, date + more) - start) / (end - start);
}
