import { toIsoUtc } from '../../src/lib/time/clock.ts';
import { DateTime } from '../../src/model/api/primitives.ts';
import { SettingsError } from '../../src/model/errors.ts';

/**
 * Creates a parser for a time given in an option. The time must have a time zone and be in the
 * future.
 * @throws SettingsError with an example
 */
export function toFutureTime(flag: string): (text: string) => string {
  return (text) => {
    // Seconds may be omitted, so they are added here.
    const time = text.replace(/(T\d\d:\d\d)(?=Z|[+-])/, '$1:00');
    const why = problemOf(time);
    if (why === undefined) return toIsoUtc(time);
    throw new SettingsError(
      `${flag} ${JSON.stringify(text)} is not usable: expected ${why}. Write it like: ${flag} ${example()}\nNothing was changed.`,
    );
  };
}

function problemOf(time: string): string | undefined {
  if (!DateTime.safeParse(time).success)
    return 'a date, a time and its zone, which is Z for UTC or an offset such as +02:00';
  return Date.parse(time) > Date.now() ? undefined : 'a time in the future';
}

/** An example of a time: nine o'clock on a day next year, with an offset. */
function example(): string {
  return `${new Date().getUTCFullYear() + 1}-03-01T09:00:00+01:00`;
}
