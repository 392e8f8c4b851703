/** Noon: the day is then the same in most time zones. */
const noon = 'T12:00:00.000Z';
const beginning = '1970-01-01';

/**
 * When each version of a changelog came out, by its day; in ISO 8601. Versions of one day follow each
 * other by a millisecond, and one without a day has that of the one before it: so all keep their
 * order, and adding a version changes the time of none before it.
 */
export function timesOf(days: readonly (string | undefined)[]): string[] {
  const dated = days.filter((day) => day !== undefined);
  const isOldestFirst = (dated[0] ?? '') < (dated.at(-1) ?? '');
  const inOrder = isOldestFirst ? days : days.toReversed();
  const turns = new Map<string, number>();
  let last = (isOldestFirst ? dated[0] : dated.at(-1)) ?? beginning;
  const times = inOrder.map((day) => {
    last = day ?? last;
    const turn = turns.get(last) ?? 0;
    turns.set(last, turn + 1);
    return new Date(Date.parse(`${last}${noon}`) + turn).toISOString();
  });
  return isOldestFirst ? times : times.reverse();
}
