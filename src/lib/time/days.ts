// Days, such as "2026-06-15", in time zones of the IANA database.

/** The day of a moment in a time zone. */
export function dayIn(time: Date | number, timeZone: string): string {
  return localTime(Number(time), timeZone).slice(0, 'yyyy-mm-dd'.length);
}

/** Whether a day has begun in a time zone. */
export function hasBegun(day: string, now: Date, timeZone: string): boolean {
  return day <= dayIn(now, timeZone);
}

/** The moment at which a day begins in a time zone. A day that the zone skips begins as the next. */
export function startOfDay(day: string, timeZone: string): Date {
  // Every time zone's offset from UTC is a multiple of 15 minutes, between -12 and +14 hours.
  const quarterMs = 15 * 60 * 1000;
  let time = Date.parse(day) - 15 * 4 * quarterMs;
  while (dayIn(time, timeZone) < day) time += quarterMs;
  return new Date(time);
}

/** The moment of a day's noon in a time zone, in the years 0001 to 9999 of UTC. */
export function noonOf(day: string, timeZone: string): Date {
  const noon = momentOf(`${day}T12:00`, timeZone).getTime();
  return new Date(Math.min(Math.max(noon, firstNoon), lastNoon));
}

/**
 * The moment at which clocks in a time zone show a time. A time that they skip in spring is an hour
 * later; of a time that they show twice in autumn, it is one of the two.
 * @param local such as `2026-06-15T12:00`
 */
export function momentOf(local: string, timeZone: string): Date {
  const time = Date.parse(`${local}:00Z`);
  const offsetAt = (moment: number) => Date.parse(`${localTime(moment, timeZone)}Z`) - moment;
  return new Date(time - offsetAt(time - offsetAt(time)));
}

const [firstNoon, lastNoon] = [
  Date.parse('0001-01-01T00:00:00Z'),
  Date.parse('9999-12-31T23:00:00Z'),
];

/** Whether a text is a day that exists. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time of clocks in a zone, such as "2026-06-15T12:00:00". */
function localTime(time: number, timeZone: string): string {
  // Creating a format costs more than a thousand uses of it. Swedish times are as in ISO 8601.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE-u-ca-gregory-nu-latn', {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      timeZone,
    });
  formats.set(timeZone, format);
  return format.format(time).replace(' ', 'T').padStart('yyyy-mm-ddThh:mm:ss'.length, '0');
}
